// TODO regions of a submission in which nobody has written anything.
#pragma once

#include <map>
#include <string_view>

namespace warpschool::grader::report {

/// From the number of each empty region, "// TODO(1): ..." to "// END TODO(1)" with nothing but
/// comments and blanks between them, to its first line.
std::map<int, int> empty_todos(std::string_view source);

}  // namespace warpschool::grader::report
