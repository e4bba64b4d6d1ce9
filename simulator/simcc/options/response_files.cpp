// Files of options: "@FILE" and "--options-file FILE" (nvcc manual, "Response Files").
#include "simcc/options/nvcc_options.hpp"

#include <fstream>
#include <iterator>
#include <sstream>

namespace warpschool::simcc {
namespace {

constexpr int kMostNested = 16;

/// Splits as a shell does: blanks outside of quotes; a backslash takes the next character as it is.
std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (quote == '\0' && blank) {
      if (in_word) {
        words.push_back(std::move(word));
        word.clear();
      }
      in_word = false;
      continue;
    }
    in_word = true;
    if (c == quote) {
      quote = '\0';
    } else if (quote == '\0' && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      word += text[++i];
    } else {
      word += c;
    }
  }
  if (in_word) {
    words.push_back(std::move(word));
  }
  return words;
}

/// A file that cannot be read leaves the word as it is, to be complained about.
bool append_file(std::vector<std::string>& to, const std::string& list, int depth);

void append_words(std::vector<std::string>& to, const std::vector<std::string>& words, int depth) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool separate = word == "--options-file" || word == "-optf";
    if (separate && i + 1 < words.size() && append_file(to, words[i + 1], depth)) {
      ++i;
    } else if (word.size() < 2 || word[0] != '@' || !append_file(to, word.substr(1), depth)) {
      to.push_back(word);
    }
  }
}

bool append_file(std::vector<std::string>& to, const std::string& list, int depth) {
  std::stringstream names(list);
  std::string name;
  while (std::getline(names, name, ',')) {
    std::ifstream in(name);
    if (!in || depth == kMostNested) {
      return false;
    }
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    append_words(to, split_words(text), depth + 1);
  }
  return true;
}

}  // namespace

std::vector<std::string> expand_response_files(const std::vector<std::string>& words) {
  std::vector<std::string> expanded;
  append_words(expanded, words, 0);
  return expanded;
}

}  // namespace warpschool::simcc
