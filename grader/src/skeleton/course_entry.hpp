// An exercise's entry in course.yaml, as text: comments and layout of the file stay as they are.
#pragma once

#include <optional>
#include <string>

namespace warpschool::grader {

/// A new entry, indented by `indent` blanks.
std::string course_entry(const std::string& id, const std::string& title, std::size_t indent);

/// course.yaml with a new entry as the last of its module. Nothing if the module is not written as
/// a block list with an `exercises:` of its own.
std::optional<std::string> with_entry(const std::string& yaml, const std::string& module,
                                      const std::string& id, const std::string& title);

}  // namespace warpschool::grader
