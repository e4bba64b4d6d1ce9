// Colours for CUDA C++ source: a line scanner, not a parser. It may colour a rare construct wrongly
// but never changes, drops or leaves unescaped a character.
#pragma once

#include <string>
#include <string_view>

namespace warpschool::grader::report {

/// What goes on from one line to the next.
struct HighlightState {
  bool in_comment = false;  ///< inside /* ... */
};

/// One line without its line break as HTML: escaped, keywords and the like in <span
/// class="tok-...">.
std::string highlight(std::string_view line, HighlightState& state);

}  // namespace warpschool::grader::report
