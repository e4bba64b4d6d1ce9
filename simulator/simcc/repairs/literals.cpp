// Finds comments, strings and characters, which repairs leave alone.
#include "simcc/repairs/literals.hpp"

#include <algorithm>
#include <cctype>

namespace warpschool::simcc {

std::size_t skip_literal(const std::string& text, std::size_t at) {
  if (text.compare(at, 2, "//") == 0) {
    return std::min(text.find('\n', at), text.size());
  }
  if (text.compare(at, 2, "/*") == 0) {
    const std::size_t end = text.find("*/", at + 2);
    return end == std::string::npos ? text.size() : end + 2;
  }
  const char quote = text[at];
  // A ' behind a digit or letter separates the digits of a number.
  if (quote != '"' &&
      (quote != '\'' || (at > 0 && std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0))) {
    return at;
  }
  std::size_t end = at + 1;
  for (; end < text.size() && text[end] != quote && text[end] != '\n'; ++end) {
    end += text[end] == '\\' ? 1U : 0U;
  }
  return std::min(end + 1, text.size());
}

}  // namespace warpschool::simcc
