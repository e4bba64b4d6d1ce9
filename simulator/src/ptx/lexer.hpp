// PTX text to tokens (PTX ISA, chapter 4). The lexer knows no opcode: names may equal opcodes.
#pragma once

#include "ptx/ast.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace warpschool::sim::ptx {

inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

enum class TokenKind : std::uint8_t {
  kEnd,
  kIdentifier,   ///< [a-zA-Z_$%][a-zA-Z0-9_$]*
  kDirective,    ///< ".word", ".2d", ".shared::cta": text is without the leading dot
  kInteger,      ///< bits
  kFloat32,      ///< 0fXXXXXXXX: bits
  kFloat64,      ///< 0dXXXXXXXXXXXXXXXX or decimal: bits
  kString,       ///< text is without the quotes, escapes untouched
  kPunctuation,  ///< one character: text[0]
  kInvalid       ///< `problem` says what is wrong
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;  ///< a part of the input
  std::uint64_t bits = 0;
  const char* problem = nullptr;
  PtxPosition position;
  bool is_inline_asm = false;  ///< between the comments that clang puts around inline assembly

  bool is(char punctuation) const {
    return kind == TokenKind::kPunctuation && text.front() == punctuation;
  }
  bool is_directive(std::string_view word) const {
    return kind == TokenKind::kDirective && text == word;
  }
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}
  /// The next token; kEnd for ever once the text is used up.
  Token next();

 private:
  bool skip_blanks();  ///< false: a comment does not end
  Token number();
  Token prefixed_number(char prefix);
  Token decimal_number();
  Token string();
  Token word(TokenKind kind);
  Token finish(TokenKind kind, std::size_t begin, std::size_t end);
  Token invalid(const char* problem);
  char at(std::size_t index) const { return index < text_.size() ? text_[index] : '\0'; }
  PtxPosition position_of(std::size_t begin) const;

  std::string_view text_;
  std::size_t cursor_ = 0;
  unsigned line_ = 1;
  bool in_asm_ = false;
  std::size_t line_begin_ = 0;
};

}  // namespace warpschool::sim::ptx
