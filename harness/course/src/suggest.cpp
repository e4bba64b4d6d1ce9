// Finds the nearest known word for "did you mean".
#include "suggest.hpp"

#include "warpschool/support/edit_distance.hpp"

#include <algorithm>

namespace warpschool::course {

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  constexpr std::size_t kLongestWord = 64;  // nobody mistypes a longer one; keeps bad input cheap
  if (word.empty() || word.size() > kLongestWord) {
    return "";
  }
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : known) {
    const std::size_t distance = support::edit_distance(word, candidate);
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
