// Gives main() the type that C let it leave out.
#include "simcc/repairs/bare_main.hpp"

#include "simcc/repairs/literals.hpp"
#include "simcc/repairs/scanner.hpp"
#include "warpschool/support/names.hpp"

#include <cstddef>

namespace warpschool::simcc {
namespace {

using support::is_name_letter;

constexpr const char* kName = "main";
constexpr std::size_t kNameLength = 4;

/// Behind what follows the name and is no part of a body: parentheses and what stands in them.
bool is_definition(const std::string& text, std::size_t at) {
  int depth = 0;
  bool has_parameters = false;
  for (; at < text.size(); ++at) {
    if (const std::size_t behind = skip_literal(text, at); behind != at) {
      at = behind - 1;
    } else if (text[at] == '(' || text[at] == ')') {
      depth += text[at] == '(' ? 1 : -1;
      has_parameters = true;
    } else if (depth == 0 && !is_blank(text[at])) {
      return has_parameters && text[at] == '{';
    }
  }
  return false;
}

/// Behind the preprocessor's line that begins at `at`, and the lines that continue it.
std::size_t skip_directive(const std::string& text, std::size_t at) {
  while (at < text.size() && text[at] != '\n') {
    at += text[at] == '\\' && at + 1 < text.size() ? 2U : 1U;
  }
  return at;
}

}  // namespace

std::string type_bare_main(const std::string& source) {
  std::string text;
  bool begins = true;  // nothing of a declaration stands before
  for (std::size_t at = 0; at < source.size();) {
    std::size_t behind = skip_literal(source, at);
    const char c = source[at];
    if (behind == at && c == '#') {
      behind = skip_directive(source, at);
    } else if (behind == at && is_name_letter(c)) {
      while (behind < source.size() && is_name_letter(source[behind])) {
        ++behind;
      }
      const bool is_name = begins && source.compare(at, behind - at, kName) == 0;
      text += is_name && behind == at + kNameLength && is_definition(source, behind) ? "int " : "";
      begins = false;
    } else if (behind == at) {
      behind = at + 1;
      begins = c == ';' || c == '}' || (begins && is_blank(c));
    }
    text.append(source, at, behind - at);
    at = behind;
  }
  return text;
}

}  // namespace warpschool::simcc
