// Turns PTX text into tokens.
#include "ptx/lexer.hpp"

#include <algorithm>
#include <bit>
#include <charconv>

namespace warpschool::sim::ptx {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool begins_name(char c) {
  return is_letter(c) || c == '_' || c == '$' || c == '%';
}
bool continues_name(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || c == '$';
}
char lower(char c) {
  return is_letter(c) ? static_cast<char>(c | 0x20) : c;
}

/// Digits of `text` in the given base; false when it does not fit 64 bits or has another character.
bool parse_digits(std::string_view text, int base, std::uint64_t& value) {
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return !text.empty() && result.ec == std::errc{} && result.ptr == text.data() + text.size();
}

}  // namespace

PtxPosition Lexer::position_of(std::size_t begin) const {
  return {line_, static_cast<unsigned>(begin - line_begin_ + 1)};
}

Token Lexer::finish(TokenKind kind, std::size_t begin, std::size_t end) {
  Token token;
  token.kind = kind;
  token.text = text_.substr(begin, end - begin);
  token.position = position_of(begin);
  token.is_inline_asm = in_asm_;
  cursor_ = end;
  return token;
}

Token Lexer::invalid(const char* problem) {
  Token token =
      finish(TokenKind::kInvalid, cursor_, cursor_ < text_.size() ? cursor_ + 1 : cursor_);
  token.problem = problem;
  return token;
}

bool Lexer::skip_blanks() {
  while (cursor_ < text_.size()) {
    const char c = text_[cursor_];
    if (c == '\n') {
      ++line_;
      line_begin_ = ++cursor_;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      ++cursor_;
    } else if (c == '/' && at(cursor_ + 1) == '/') {
      const std::size_t end = std::min(text_.find('\n', cursor_), text_.size());
      const std::string_view comment = text_.substr(cursor_, end - cursor_);
      in_asm_ = comment == "// begin inline asm" || (in_asm_ && comment != "// end inline asm");
      cursor_ = end;
    } else if (c == '/' && at(cursor_ + 1) == '*') {
      const std::size_t end = text_.find("*/", cursor_ + 2);
      if (end == std::string_view::npos) {
        return false;
      }
      for (; cursor_ < end; ++cursor_) {
        if (text_[cursor_] == '\n') {
          ++line_;
          line_begin_ = cursor_ + 1;
        }
      }
      cursor_ = end + 2;
    } else {
      break;
    }
  }
  return true;
}

Token Lexer::next() {
  if (!skip_blanks()) {
    Token token = invalid("this comment does not end");
    cursor_ = text_.size();
    return token;
  }
  if (cursor_ >= text_.size()) {
    return finish(TokenKind::kEnd, text_.size(), text_.size());
  }
  const char c = text_[cursor_];
  if (begins_name(c)) {
    return word(TokenKind::kIdentifier);
  }
  if (is_digit(c)) {
    return number();
  }
  if (c == '.' && continues_name(at(cursor_ + 1))) {
    return word(TokenKind::kDirective);
  }
  if (c == '"') {
    return string();
  }
  if (std::string_view("{}()[]<>,;:=+-*/%!~|&^@?").find(c) != std::string_view::npos) {
    return finish(TokenKind::kPunctuation, cursor_, cursor_ + 1);
  }
  return invalid("this character has no meaning in PTX");
}

// A "%" alone is the remainder operator. "::" joins the halves of ".shared::cta".
Token Lexer::word(TokenKind kind) {
  const std::size_t begin = kind == TokenKind::kDirective ? cursor_ + 1 : cursor_;
  std::size_t end = begin + 1;
  while (continues_name(at(end)) || (kind == TokenKind::kDirective && at(end) == ':' &&
                                     at(end + 1) == ':' && continues_name(at(end + 2)))) {
    end += at(end) == ':' ? 2u : 1u;
  }
  if (text_[begin] == '%' && end == begin + 1) {
    kind = TokenKind::kPunctuation;
  }
  Token token = finish(kind, begin, end);
  token.position.column -= kind == TokenKind::kDirective ? 1u : 0u;
  return token;
}

Token Lexer::number() {
  const char prefix = lower(at(cursor_ + 1));
  const bool has_prefix =
      text_[cursor_] == '0' && (prefix == 'f' || prefix == 'd' || prefix == 'x' || prefix == 'b');
  return has_prefix ? prefixed_number(prefix) : decimal_number();
}

// number := "0" [fF] hex{8} | "0" [dD] hex{16} | "0" [xX] hex+ "U"? | "0" [bB] bit+ "U"?
Token Lexer::prefixed_number(char prefix) {
  const std::size_t begin = cursor_ + 2;
  std::size_t end = begin;
  while (continues_name(at(end))) {
    ++end;
  }
  std::string_view digits = text_.substr(begin, end - begin);
  const bool is_integer = prefix == 'x' || prefix == 'b';
  if (is_integer && !digits.empty() && digits.back() == 'U') {
    digits.remove_suffix(1);
  }
  std::uint64_t bits = 0;
  const bool right_length =
      is_integer || digits.size() == (prefix == 'f' ? std::size_t{8} : std::size_t{16});
  if (!right_length || !parse_digits(digits, prefix == 'b' ? 2 : 16, bits)) {
    Token token = invalid("this number is malformed or does not fit 64 bits");
    cursor_ = end;
    return token;
  }
  const TokenKind kind = is_integer      ? TokenKind::kInteger
                         : prefix == 'f' ? TokenKind::kFloat32
                                         : TokenKind::kFloat64;
  Token token = finish(kind, cursor_, end);
  token.bits = bits;
  return token;
}

// number := "0" octal* "U"? | digit+ "U"? | digit+ "." digit* exponent? | digit+ exponent
Token Lexer::decimal_number() {
  std::size_t end = cursor_;
  while (is_digit(at(end))) {
    ++end;
  }
  const bool has_exponent = lower(at(end)) == 'e' &&
                            (is_digit(at(end + 1)) ||
                             ((at(end + 1) == '-' || at(end + 1) == '+') && is_digit(at(end + 2))));
  if ((at(end) == '.' && is_digit(at(end + 1))) || has_exponent) {
    double value = 0;
    const char* first = text_.data() + cursor_;
    const auto result = std::from_chars(first, text_.data() + text_.size(), value);
    const std::size_t length = static_cast<std::size_t>(result.ptr - first);
    Token token = finish(TokenKind::kFloat64, cursor_, cursor_ + length);
    token.bits = std::bit_cast<std::uint64_t>(value);
    return token;
  }
  const std::string_view digits = text_.substr(cursor_, end - cursor_);
  std::uint64_t bits = 0;
  const bool octal = digits.size() > 1 && digits.front() == '0';
  if (!parse_digits(digits, octal ? 8 : 10, bits)) {
    Token token = invalid("this number is malformed or does not fit 64 bits");
    cursor_ = end;
    return token;
  }
  Token token = finish(TokenKind::kInteger, cursor_, end);
  token.bits = bits;
  cursor_ += at(end) == 'U' ? 1u : 0u;
  return token;
}

Token Lexer::string() {
  std::size_t end = cursor_ + 1;
  while (end < text_.size() && text_[end] != '"' && text_[end] != '\n') {
    end += text_[end] == '\\' && at(end + 1) != '\n' ? 2u : 1u;
  }
  if (end >= text_.size() || text_[end] != '"') {
    Token token = invalid("this string does not end on its line");
    cursor_ = end < text_.size() ? end : text_.size();
    return token;
  }
  const std::size_t begin = cursor_ + 1;
  Token token = finish(TokenKind::kString, begin, end);
  cursor_ = end + 1;
  return token;
}

}  // namespace warpschool::sim::ptx
