// Walking over a text line by line.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace warpschool::grader {

/// Calls `use` with each line of the text, without its line break. A last line without one counts.
template <class Use>
void for_each_line(std::string_view text, Use use) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    use(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

inline std::vector<std::string_view> lines_in(std::string_view text) {
  std::vector<std::string_view> lines;
  for_each_line(text, [&](std::string_view line) { lines.push_back(line); });
  return lines;
}

}  // namespace warpschool::grader
