// course.yaml as students get it: without comments, and with some of the exercises only.
#pragma once

#include "warpschool/support/result.hpp"

#include <set>
#include <string>

namespace warpschool::grader {

/// Points of checks for grading day become a sum that students are told. Exercises that are not in
/// `ids` are left out, also from the others' `needs`; so are modules without an exercise.
/// @param file for diagnostics: of a layout in which an exercise cannot be cut out.
Result<std::string> course_for_students(const std::string& yaml, const std::set<std::string>& ids,
                                        const std::string& file);

/// The same for those who grade: points of checks for grading day stay what they are.
Result<std::string> course_of(const std::string& yaml, const std::set<std::string>& ids,
                              const std::string& file);

}  // namespace warpschool::grader
