// Walking over a text line by line.
#pragma once

#include <algorithm>
#include <string_view>

namespace warpschool::grader::report {

/// Calls `use` with each line of the text, without its line break. A last line without one counts.
template <class Use>
void for_each_line(std::string_view text, Use use) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    use(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace warpschool::grader::report
