// Moves alignas() to where clang takes it.
#include "simcc/repairs/alignments.hpp"

#include "simcc/repairs/literals.hpp"
#include "warpschool/support/names.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace warpschool::simcc {
namespace {

using support::is_name_letter;

std::size_t end_of_word(const std::string& text, std::size_t at) {
  const auto end =
      std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_name_letter);
  return static_cast<std::size_t>(end - text.begin());
}

bool is_memory_space(const std::string& word) {
  constexpr const char* kSpaces[] = {"__shared__", "__device__", "__constant__", "__managed__"};
  return std::find(std::begin(kSpaces), std::end(kSpaces), word) != std::end(kSpaces);
}

}  // namespace

std::string free_alignments(const std::string& source) {
  std::string text = source;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t behind = skip_literal(text, at); behind != at) {
      at = behind;
      continue;
    }
    const std::size_t end = end_of_word(text, at);
    if (end == at) {
      ++at;
      continue;
    }
    const std::size_t next = text.find_first_not_of(" \t\r\n", end);
    if (next != std::string::npos && is_memory_space(text.substr(at, end - at)) &&
        text.substr(next, end_of_word(text, next) - next) == "alignas") {
      text.replace(next, 1, "_A");
      if (next - end > 1 && text[next - 1] == ' ') {
        text.erase(next - 1, 1);
      }
    }
    at = end;
  }
  return text;
}

}  // namespace warpschool::simcc
