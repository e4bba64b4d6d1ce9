// Joins launch brackets that an editor has pulled apart.
#include "simcc/repairs/launch_brackets.hpp"

#include "simcc/repairs/literals.hpp"
#include "simcc/repairs/scanner.hpp"

#include <cstddef>

namespace warpschool::simcc {
namespace {

constexpr std::size_t kNone = std::string::npos;

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

/// `configuration`, what stands between the brackets of a launch, with the type named where its
/// first or second argument is but a list in braces, which clang does not take there.
std::string with_named_extents(const std::string& configuration) {
  std::string named;
  int depth = 0;
  int commas = 0;
  bool begins = true;
  for (std::size_t at = 0; at < configuration.size(); ++at) {
    if (const std::size_t behind = skip_literal(configuration, at); behind != at) {
      named += configuration.substr(at, behind - at);
      at = behind - 1;
      continue;
    }
    const char c = configuration[at];
    named += begins && c == '{' && commas < 2 ? "dim3{" : std::string(1, c);
    depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
    commas += c == ',' && depth == 0 ? 1 : 0;
    begins = (c == ',' && depth == 0) || (begins && (is_blank(c) || c == '\\'));
  }
  return named;
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
        const std::string extents = with_named_extents(text.substr(end, closing - end));
        text.replace(end, closing - end, extents);
        at = end;
        continue;
      }
    }
    ++at;
  }
  return text;
}

}  // namespace warpschool::simcc
