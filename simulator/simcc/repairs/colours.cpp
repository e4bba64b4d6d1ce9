// Strips terminal colours from clang's messages.
#include "simcc/repairs/colours.hpp"

#include "simcc/repairs/scanner.hpp"

#include <cstddef>

namespace warpschool::simcc {

std::string without_colours(const std::string& text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    Scanner next(text, at);
    if (next.skip("\033[")) {
      next.skip_while([](char c) { return (c >= '0' && c <= '9') || c == ';'; });
      if (next.skip("m")) {
        at = next.at();
        continue;
      }
    }
    plain += text[at++];
  }
  return plain;
}

}  // namespace warpschool::simcc
