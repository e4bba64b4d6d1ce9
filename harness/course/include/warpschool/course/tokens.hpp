// The tokens of a C++ or CUDA source, for those who look for words in it: which TEST_CASEs a
// harness.cpp has, where a kernel is launched. Comments and preprocessor directives are no tokens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::course {

struct Token {
  enum class Kind : std::uint8_t { kIdentifier, kNumber, kString, kCharacter, kPunctuator };
  Kind kind = Kind::kPunctuator;
  std::string_view text;  ///< as it stands in the source, quotes included
  std::size_t at = 0;     ///< its first byte in the source
  int line = 1;           ///< from 1
  int column = 1;         ///< from 1, in bytes

  std::size_t end() const { return at + text.size(); }
  bool is(std::string_view word) const { return text == word; }
};

/// Never fails: what belongs to no token becomes a punctuator of one byte. The tokens point into
/// `source`.
std::vector<Token> tokens_of(std::string_view source);

/// What the literal of a kString token means: quotes and prefix away, the usual escapes replaced.
std::string string_value(const Token& token);

}  // namespace warpschool::course
