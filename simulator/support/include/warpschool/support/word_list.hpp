// Several words in one sentence.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warpschool::support {

/// "a", "a and b", "a, b and c"; of more than `most`, which is above 0, "a, b, c and 4 more".
inline std::string word_list(const std::vector<std::string>& words,
                             std::size_t most = std::string::npos) {
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i == most) {
      return list + " and " + std::to_string(words.size() - most) + " more";
    }
    list += i == 0 ? "" : i + 1 == words.size() ? " and " : ", ";
    list += words[i];
  }
  return list;
}

/// The same with each word in quotes: "'a' and 'b'".
inline std::string quoted_list(std::vector<std::string> words) {
  for (std::string& word : words) {
    word.insert(0, 1, '\'').push_back('\'');
  }
  return word_list(words);
}

}  // namespace warpschool::support
