// The TODO regions of a stub, and everything around them.
#pragma once

#include "warpschool/support/result.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::grader {

/// `// TODO(1): ...` to `// END TODO(1)`.
struct Outline {
  std::vector<int> tasks;       ///< in the order of the file
  std::vector<int> task_lines;  ///< where each begins
  std::vector<int> end_lines;   ///< where each ends
  std::string outside;  ///< the file without what is inside the regions; the marker lines stay
  std::map<int, std::string> bodies;  ///< task -> the lines between its markers
};

/// Diagnostics for regions that do not end, lie in each other, have one number or end without a
/// beginning, and for comments that are only meant as marks. `file` is for them.
Result<Outline> outline_of(std::string_view text, const std::string& file);

/// `text` with the bodies of its regions replaced by those of `bodies` that it has a region for.
std::string splice(std::string_view text, const std::map<int, std::string>& bodies);

/// First line (from 1) in which the texts differ, 0 if they are equal.
int first_difference(std::string_view left, std::string_view right);

}  // namespace warpschool::grader
