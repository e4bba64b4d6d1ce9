// A course in one of its terms: the dates of a policy in the place of course.yaml's.
#pragma once

#include "warpschool/course/policy.hpp"
#include "warpschool/support/result.hpp"

#include <string>

namespace warpschool::grader {

/// Name of the term, due dates and what lateness costs as the policy has them; what it does not
/// name stays. Extensions and times of handing in are the grader's business.
course::Course in_term(course::Course course, const course::Policy& policy);

/// The same for the text of course.yaml.
/// @param file for diagnostics: of a layout in which a date finds no place.
Result<std::string> in_term(const std::string& yaml, const course::Policy& policy,
                            const std::string& file);

}  // namespace warpschool::grader
