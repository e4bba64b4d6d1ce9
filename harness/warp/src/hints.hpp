// hints.md: three hints a task, given one at a time.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::warp {

/// Task -> its hints, each as one line of text. "## Task 2" begins a task, "1." a hint.
std::map<int, std::vector<std::string>> read_hints(std::string_view markdown);

}  // namespace warpschool::warp
