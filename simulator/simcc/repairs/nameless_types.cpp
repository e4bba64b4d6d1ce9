// Names the types of variables that have none, for clang up to 18.
#include "simcc/repairs/nameless_types.hpp"

#include "simcc/repairs/literals.hpp"
#include "simcc/repairs/scanner.hpp"
#include "warpschool/support/names.hpp"

#include <cctype>
#include <cstddef>
#include <string_view>

namespace warpschool::simcc {
namespace {

constexpr std::string_view kWord = "__device__", kKept = "WS_DEVICE_";
static_assert(kWord.size() == kKept.size());

/// " static struct {", " enum : int {": what begins a declaration with a type that has no name.
bool begins_nameless_type(std::string_view text) {
  Scanner next(text);
  bool has_blanks = next.skip_blanks();
  while (has_blanks && (next.skip_name("static") || next.skip_name("volatile"))) {
    has_blanks = next.skip_blanks();
  }
  const bool is_type = has_blanks && (next.skip_name("struct") || next.skip_name("union") ||
                                      next.skip_name("class") || next.skip_name("enum"));
  next.skip_blanks();
  if (is_type && next.skip(":")) {
    next.skip_while([](char c) {
      return support::is_name_letter(c) || std::isspace(static_cast<unsigned char>(c)) != 0;
    });
  }
  return is_type && next.skip("{");
}

}  // namespace

std::string keep_variables_of_nameless_types(const std::string& source) {
  std::string text = source;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t behind = skip_literal(text, at); behind != at) {
      at = behind;
      continue;
    }
    const bool is_word = text.compare(at, kWord.size(), kWord) == 0 &&
                         (at == 0 || !support::is_name_letter(text[at - 1]));
    if (!is_word) {
      ++at;
      continue;
    }
    constexpr std::size_t kFar = 100;
    if (begins_nameless_type(std::string_view(text).substr(at + kWord.size(), kFar))) {
      text.replace(at, kWord.size(), kKept);
    }
    at += kWord.size();
  }
  return text;
}

std::string with_device_word(std::string line) {
  for (std::size_t at = line.find(kKept); at != std::string::npos; at = line.find(kKept, at)) {
    line.replace(at, kKept.size(), kWord);
  }
  return line;
}

}  // namespace warpschool::simcc
