// What a near miss says of its verdict: its name, and a line before its code.
#include "lint/lint.hpp"

#include <algorithm>

namespace warpschool::grader {

std::optional<Verdict> verdict_of_name(const std::string& stem) {
  std::optional<Verdict> best;
  std::size_t longest = 0;
  for (const Verdict verdict : all_verdicts()) {
    const std::string word = to_string(verdict);
    if (stem.rfind(word + "_", 0) == 0 && word.size() > longest) {
      best = verdict;
      longest = word.size();
    }
  }
  return best;
}

std::optional<std::string> word_on_gpu(std::string_view text) {
  constexpr std::string_view kMark = "// On a GPU: ";
  while (text.substr(0, 2) == "//") {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (line.substr(0, kMark.size()) == kMark) {
      return std::string(line.substr(kMark.size()));
    }
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return std::nullopt;
}

std::optional<Verdict> verdict_on_gpu(std::string_view text) {
  const std::optional<std::string> word = word_on_gpu(text);
  for (const Verdict verdict : all_verdicts()) {
    if (word == to_string(verdict)) {
      return verdict;
    }
  }
  return std::nullopt;
}

}  // namespace warpschool::grader
