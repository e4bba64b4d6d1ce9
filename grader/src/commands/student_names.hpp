// Whom a command line means: people know names and addresses rather than ids.
#pragma once

#include "intake/submissions.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::grader {

/// Ids that fit `asked`, by the first of these that fits any: the id itself; the id in other
/// capitals or forms of its letters (macOS writes an accent apart); a login, e-mail or number; the
/// words of a name, in any order.
std::vector<std::string> students_called(const std::string& asked,
                                         const std::vector<std::string>& ids,
                                         const std::map<std::string, Person>& people);

/// The only one of them; says who that is where it is not the id. Complains of none and of several.
std::optional<std::string> student_called(const std::string& asked,
                                          const std::vector<std::string>& ids,
                                          const std::map<std::string, Person>& people);

}  // namespace warpschool::grader
