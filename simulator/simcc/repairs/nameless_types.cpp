#include "simcc/repairs/nameless_types.hpp"

#include "simcc/repairs/literals.hpp"
#include "warpschool/support/names.hpp"

#include <cstddef>
#include <regex>
#include <string_view>

namespace warpschool::simcc {
namespace {

constexpr std::string_view kWord = "__device__", kKept = "WS_DEVICE_";
static_assert(kWord.size() == kKept.size());

}  // namespace

std::string keep_variables_of_nameless_types(const std::string& source) {
  static const std::regex kNameless(
      R"(^\s+((static|volatile)\s+)*(struct|union|class|enum)\s*(:[\w\s]+)?\{)");
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
    if (std::regex_search(text.substr(at + kWord.size(), kFar), kNameless)) {
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
