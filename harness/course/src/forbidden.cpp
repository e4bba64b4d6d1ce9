// Finds what a submission may not contain by reading its text.
#include "warpschool/course/forbidden.hpp"

#include <algorithm>

namespace warpschool::course {
namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Where the comment, string or character constant that begins at `at` ends; `at` itself if none
/// begins there.
std::size_t end_of_non_code(std::string_view source, std::size_t at) {
  const auto until = [&](std::string_view mark, std::size_t from) {
    const std::size_t end = source.find(mark, from);
    return end == std::string_view::npos ? source.size() : end + mark.size();
  };
  const std::string_view two = source.substr(at, 2);
  if (two == "//") {
    return std::min(source.find('\n', at), source.size());
  }
  if (two == "/*") {
    return until("*/", at + 2);
  }
  const char quote = source[at];
  const bool digit_separator = quote == '\'' && at > 0 && is_word(source[at - 1]);
  if ((quote != '"' && quote != '\'') || digit_separator) {
    return at;
  }
  std::size_t end = at + 1;
  while (end < source.size() && source[end] != quote && source[end] != '\n') {
    end += source[end] == '\\' ? 2U : 1U;
  }
  return std::min(end + 1, source.size());
}

}  // namespace

std::string without_comments(std::string_view source) {
  std::string code;
  for (std::size_t at = 0; at < source.size();) {
    const std::size_t end = end_of_non_code(source, at);
    if (end == at) {
      code += source[at++];
      continue;
    }
    for (; at < end; ++at) {
      code += source[at] == '\n' ? '\n' : ' ';
    }
  }
  return code;
}

std::size_t find_identifier(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) {
      return at;
    }
  }
  return std::string_view::npos;
}

Diagnostics forbidden_words(const Exercise& exercise, const std::string& name,
                            std::string_view source) {
  Diagnostics found;
  if (exercise.forbidden.empty()) {
    return found;
  }
  const std::string code = without_comments(source);
  for (const std::string& word : exercise.forbidden) {
    const std::size_t at = find_identifier(code, word);
    if (at == std::string::npos) {
      continue;
    }
    const auto before = code.begin() + static_cast<std::ptrdiff_t>(at);
    const std::size_t line_begin = code.rfind('\n', at) + 1;  // npos + 1: the first line
    std::string message("error: this exercise rules out \"");
    message += word + '"';
    found.push_back({name,
                     static_cast<int>(std::count(code.begin(), before, '\n')) + 1,
                     static_cast<int>(at - line_begin) + 1,
                     std::move(message),
                     {}});
  }
  return found;
}

}  // namespace warpschool::course
