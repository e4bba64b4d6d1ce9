#include "launch_brackets.hpp"

#include "literals.hpp"

#include <cstddef>

namespace warpschool::simcc {
namespace {

constexpr std::size_t kNone = std::string::npos;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// Behind three `bracket`s with nothing but blanks between them, the first at `at`; else kNone.
std::size_t end_of_three(const std::string& text, std::size_t at, char bracket) {
  std::size_t found = 0;
  for (; at < text.size() && found < 3; ++at) {
    if (text[at] == bracket) {
      ++found;
    } else if (!is_blank(text[at])) {
      return kNone;
    }
  }
  return found == 3 ? at : kNone;
}

/// Where the brackets that close a launch begin: the first three outside of all parentheses, with
/// the arguments behind them.
std::size_t find_closing(const std::string& text, std::size_t at) {
  int depth = 0;
  while (at < text.size() && depth >= 0 && (text[at] != ';' || depth > 0)) {
    if (const std::size_t behind = skip_literal(text, at); behind != at) {
      at = behind;
      continue;
    }
    const char c = text[at];
    depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
    if (c == '>' && depth == 0) {
      const std::size_t end = end_of_three(text, at, '>');
      const std::size_t next = end == kNone ? kNone : text.find_first_not_of(" \t\r\n\\", end);
      if (next != kNone && text[next] == '(') {
        return at;
      }
    }
    ++at;
  }
  return kNone;
}

/// Moves the brackets in [begin, end) to its front.
void join(std::string& text, std::size_t begin, std::size_t end) {
  std::string blanks;
  for (std::size_t i = begin; i < end; ++i) {
    if (is_blank(text[i])) {
      blanks += text[i];
    }
  }
  const std::string joined = std::string(3, text[begin]) + blanks;
  text.replace(begin, end - begin, joined);
}

/// Whether the word before `at` is `operator`, whose template arguments may follow.
bool behind_operator(const std::string& text, std::size_t at) {
  while (at > 0 && is_blank(text[at - 1])) {
    --at;
  }
  constexpr const char* kWord = "operator";
  constexpr std::size_t kLength = 8;
  return at >= kLength && text.compare(at - kLength, kLength, kWord) == 0;
}

}  // namespace

std::string join_launch_brackets(const std::string& source) {
  std::string text = source;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t behind = skip_literal(text, at); behind != at) {
      at = behind;
      continue;
    }
    if (text[at] == '<' && !behind_operator(text, at)) {
      const std::size_t end = end_of_three(text, at, '<');
      const std::size_t closing = end == kNone ? kNone : find_closing(text, end);
      if (closing != kNone) {
        join(text, at, end);
        join(text, closing, end_of_three(text, closing, '>'));
        at = end;
        continue;
      }
    }
    ++at;
  }
  return text;
}

}  // namespace warpschool::simcc
