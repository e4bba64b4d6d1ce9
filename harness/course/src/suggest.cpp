// Finds the nearest known word for "did you mean".
#include "suggest.hpp"

#include <algorithm>

namespace warpschool::course {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Optimal string alignment over three rows: a swap looks two rows back.
  std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) {
    previous[j] = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
    }
    before.swap(previous);
    previous.swap(current);
  }
  return previous[b.size()];
}

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  constexpr std::size_t kLongestWord = 64;  // nobody mistypes a longer one; keeps bad input cheap
  if (word.empty() || word.size() > kLongestWord) {
    return "";
  }
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance && distance < candidate.size()) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  if (const std::string best = nearest(word, known); !best.empty()) {
    return "did you mean '" + best + "'?";
  }
  constexpr std::size_t kLongestList = 16;
  if (known.empty() || known.size() > kLongestList) {
    return "";
  }
  std::string list = "known: ";
  for (const std::string& candidate : known) {
    list += (candidate == known.front() ? "" : ", ") + candidate;
  }
  return list;
}

}  // namespace warpschool::course
