// Splits C++ source into tokens.
#include "warpschool/course/tokens.hpp"

#include "units.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace warpschool::course {
namespace {

/// Longest first.
constexpr std::array<std::string_view, 28> kPunctuators{
    "<<<", ">>>", "<<=", ">>=", "...", "->*", "::", "->", "++", "--", "<<", ">>", "<=", ">=",
    "==",  "!=",  "&&",  "||",  "+=",  "-=",  "*=", "/=", "%=", "&=", "|=", "^=", "##", ".*"};

bool begins_word(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool in_word(char c) {
  return begins_word(c) || is_digit(c);
}

class Lexer {
 public:
  explicit Lexer(std::string_view source) : source_(source) {}
  std::vector<Token> run();

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }
  bool starts_with(std::string_view word) const { return source_.substr(at_, word.size()) == word; }
  void advance(std::size_t count);
  bool skip_blank();
  /// The end of the line, or of the source; lines that end in '\' go on.
  std::size_t end_of_line() const;
  std::size_t quoted_length(std::size_t from) const;
  std::size_t raw_length(std::size_t prefix) const;
  std::size_t number_length() const;
  Token next();

  std::string_view source_;
  std::size_t at_ = 0;
  int line_ = 1;
  int column_ = 1;
  bool line_is_blank_ = true;  ///< no token in this line yet
};

void Lexer::advance(std::size_t count) {
  for (const std::size_t end = std::min(at_ + count, source_.size()); at_ < end; ++at_) {
    const bool breaks = source_[at_] == '\n';
    line_ += breaks ? 1 : 0;
    column_ = breaks ? 1 : column_ + 1;
    line_is_blank_ = line_is_blank_ || breaks;
  }
}

std::size_t Lexer::end_of_line() const {
  std::size_t end = source_.find('\n', at_);
  while (end != std::string_view::npos && end > at_ && source_[end - 1] == '\\') {
    end = source_.find('\n', end + 1);
  }
  return std::min(end, source_.size());
}

/// White space, comments and directives.
bool Lexer::skip_blank() {
  if (std::isspace(static_cast<unsigned char>(peek())) != 0) {
    advance(1);
  } else if (starts_with("//") || (peek() == '#' && line_is_blank_)) {
    advance(end_of_line() - at_);
  } else if (starts_with("/*")) {
    const std::size_t end = source_.find("*/", at_ + 2);
    advance(end == std::string_view::npos ? source_.size() - at_ : end + 2 - at_);
  } else {
    return false;
  }
  return true;
}

/// Of the literal whose opening quote stands `from` bytes ahead; an open one ends with its line.
std::size_t Lexer::quoted_length(std::size_t from) const {
  const char quote = peek(from);
  std::size_t length = from + 1;
  while (at_ + length < source_.size() && peek(length) != quote && peek(length) != '\n') {
    length += peek(length) == '\\' ? 2U : 1U;
  }
  return std::min(length + (peek(length) == quote ? 1U : 0U), source_.size() - at_);
}

/// Of R"mark(...)mark", whose quote stands `prefix` bytes ahead.
std::size_t Lexer::raw_length(std::size_t prefix) const {
  const std::size_t open = source_.find('(', at_ + prefix);
  if (open == std::string_view::npos) {
    return source_.size() - at_;
  }
  const std::string mark(source_.substr(at_ + prefix + 1, open - at_ - prefix - 1));
  const std::size_t close = source_.find(")" + mark + "\"", open);
  return close == std::string_view::npos ? source_.size() - at_ : close + mark.size() + 2 - at_;
}

std::size_t Lexer::number_length() const {
  std::size_t length = 1;
  for (char c = peek(length); in_word(c) || c == '.' || c == '\'' || c == '+' || c == '-';
       c = peek(length)) {
    const char before = peek(length - 1);
    const bool hexadecimal = peek(0) == '0' && (peek(1) == 'x' || peek(1) == 'X');
    const bool exponent =
        hexadecimal ? before == 'p' || before == 'P' : before == 'e' || before == 'E';
    if ((c == '+' || c == '-') && !exponent) {
      break;
    }
    ++length;
  }
  return length;
}

Token Lexer::next() {
  using Kind = Token::Kind;
  Token token{Kind::kPunctuator, {}, at_, line_, column_};
  std::size_t length = 1;
  std::size_t word = 0;
  while (in_word(peek(word)) && (word > 0 || begins_word(peek()))) {
    ++word;
  }
  const bool quote_follows = peek(word) == '"';
  const std::string_view prefix = source_.substr(at_, word);
  if (quote_follows && (prefix == "R" || prefix == "u8R" || prefix == "LR")) {
    token.kind = Kind::kString;
    length = raw_length(word);
  } else if (quote_follows && (word == 0 || prefix == "u8" || prefix == "L" || prefix == "u")) {
    token.kind = Kind::kString;
    length = quoted_length(word);
  } else if (word > 0) {
    token.kind = Kind::kIdentifier;
    length = word;
  } else if (is_digit(peek()) || (peek() == '.' && is_digit(peek(1)))) {
    token.kind = Kind::kNumber;
    length = number_length();
  } else if (peek() == '\'') {
    token.kind = Kind::kCharacter;
    length = quoted_length(0);
  } else {
    for (const std::string_view punctuator : kPunctuators) {
      if (starts_with(punctuator)) {
        length = punctuator.size();
        break;
      }
    }
  }
  token.text = source_.substr(at_, length);
  advance(length);
  line_is_blank_ = false;
  return token;
}

std::vector<Token> Lexer::run() {
  std::vector<Token> tokens;
  while (at_ < source_.size()) {
    if (!skip_blank()) {
      tokens.push_back(next());
    }
  }
  return tokens;
}

}  // namespace

std::vector<Token> tokens_of(std::string_view source) {
  return Lexer(source).run();
}

std::string string_value(const Token& token) {
  const std::size_t open = token.text.find('"');
  if (open == std::string_view::npos) {
    return std::string(token.text);
  }
  if (open > 0 && token.text[open - 1] == 'R') {
    const std::size_t begin = token.text.find('(') + 1;
    const std::size_t end = token.text.rfind(')');
    return end == std::string_view::npos || end < begin
               ? std::string()
               : std::string(token.text.substr(begin, end - begin));
  }
  std::string value;
  for (std::size_t i = open + 1; i < token.text.size() && token.text[i] != '"'; ++i) {
    char c = token.text[i];
    if (c == '\\' && i + 1 < token.text.size()) {
      c = token.text[++i];
      c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
    }
    value += c;
  }
  return value;
}

}  // namespace warpschool::course
