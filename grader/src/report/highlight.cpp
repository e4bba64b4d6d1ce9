// Colours CUDA C++ source for HTML.
#include "report/highlight.hpp"

#include "report/words.hpp"

#include <algorithm>
#include <array>

namespace warpschool::grader::report {
namespace {

using std::string_view;

constexpr std::array<string_view, 56> kKeywords{
    "alignas",     "auto",     "bool",     "break",      "case",      "catch",
    "char",        "class",    "const",    "const_cast", "constexpr", "continue",
    "decltype",    "default",  "delete",   "do",         "double",    "else",
    "enum",        "explicit", "extern",   "false",      "float",     "for",
    "if",          "inline",   "int",      "long",       "namespace", "new",
    "noexcept",    "nullptr",  "operator", "private",    "public",    "reinterpret_cast",
    "return",      "short",    "signed",   "sizeof",     "static",    "static_assert",
    "static_cast", "struct",   "switch",   "template",   "throw",     "true",
    "try",         "typedef",  "typename", "unsigned",   "using",     "void",
    "volatile",    "while"};

constexpr std::array<string_view, 14> kCudaWords{
    "__global__",  "__device__",   "__host__",          "__shared__",     "__constant__",
    "__managed__", "__restrict__", "threadIdx",         "blockIdx",       "blockDim",
    "gridDim",     "warpSize",     "__launch_bounds__", "__forceinline__"};

template <class Words>
bool holds(const Words& words, string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Length of the string or character literal at text[0]; an open one reaches to the end of the
/// line.
std::size_t literal_length(string_view text) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == text[0]) {
      return i + 1;
    }
  }
  return text.size();
}

std::size_t word_length(string_view text) {
  const bool in_number = is_digit(text[0]);
  std::size_t i = 1;
  while (i < text.size() &&
         (is_word(text[i]) || (in_number && (text[i] == '.' || text[i] == '\'')))) {
    ++i;
  }
  return i;
}

std::size_t comment_length(string_view text, std::size_t from, HighlightState& state) {
  const std::size_t end = text.find("*/", from);
  state.in_comment = end == string_view::npos;
  return state.in_comment ? text.size() : end + 2;
}

/// A built-in of the warp and block: "__syncthreads", "__shfl_down_sync", "atomicAdd".
bool is_cuda_call(string_view word) {
  return word.substr(0, 6) == "__sync" || word.substr(0, 6) == "__shfl" ||
         word.substr(0, 6) == "atomic" || word.substr(0, 6) == "__ball";
}

const char* class_of_word(string_view word) {
  if (is_digit(word[0])) {
    return "number";
  }
  if (holds(kCudaWords, word) || is_cuda_call(word)) {
    return "cuda";
  }
  return holds(kKeywords, word) ? "keyword" : nullptr;
}

/// Blanks, operators and whatever else has no colour, up to what may begin a token that has one.
std::size_t plain_length(string_view text) {
  std::size_t i = 1;
  while (i < text.size() && !is_word(text[i]) &&
         string_view("\"'/<>#").find(text[i]) == string_view::npos) {
    ++i;
  }
  return i;
}

struct Token {
  std::size_t length = 1;
  const char* kind = nullptr;  ///< null: plain text
};

Token next_token(string_view text, HighlightState& state) {
  if (state.in_comment) {
    return {comment_length(text, 0, state), "comment"};
  }
  if (text.substr(0, 2) == "//") {
    return {text.size(), "comment"};
  }
  if (text.substr(0, 2) == "/*") {
    return {comment_length(text, 2, state), "comment"};
  }
  if (text[0] == '"' || text[0] == '\'') {
    return {literal_length(text), "string"};
  }
  if (text.substr(0, 3) == "<<<" || text.substr(0, 3) == ">>>") {
    return {3, "cuda"};
  }
  if (text[0] == '#') {
    return {1 + (text.size() > 1 && is_word(text[1]) ? word_length(text.substr(1)) : 0), "keyword"};
  }
  if (is_word(text[0])) {
    const std::size_t length = word_length(text);
    return {length, class_of_word(text.substr(0, length))};
  }
  return {plain_length(text), nullptr};
}

}  // namespace

std::string highlight(string_view line, HighlightState& state) {
  std::string html;
  while (!line.empty()) {
    const Token token = next_token(line, state);
    const std::string text = escape(line.substr(0, token.length));
    html += token.kind ? "<span class=\"tok-" + std::string(token.kind) + "\">" + text + "</span>"
                       : text;
    line.remove_prefix(token.length);
  }
  return html;
}

}  // namespace warpschool::grader::report
