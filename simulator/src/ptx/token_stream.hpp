// What every part of the parser reads tokens through: look-ahead, expectations, diagnostics and
// recovery.
//
// A part that cannot go on throws SyntaxError, which is private to this folder. The loop over
// statements catches it and goes on with the next statement, so that one parse reports every
// mistake.
#pragma once

#include "ptx/lexer.hpp"
#include "warpschool/support/result.hpp"

#include <string>
#include <string_view>

namespace warpschool::sim::ptx {

/// Thrown by TokenStream::fail once the diagnostic is recorded.
struct SyntaxError {};

/// Limits on hostile input. Real modules stay orders of magnitude below.
inline constexpr std::size_t kMaxTextBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMaxDiagnostics = 50;
inline constexpr unsigned kMaxNesting = 64;        ///< scopes, parentheses, braces
inline constexpr std::size_t kMaxOperands = 1024;  ///< of one instruction
inline constexpr std::uint64_t kMaxVariableBytes = std::uint64_t{1} << 36;
inline constexpr std::uint64_t kMaxInitialBytes = std::uint64_t{1} << 26;
inline constexpr unsigned kMaxRegistersDeclared = 1u << 20;  ///< by one declaration

class TokenStream {
 public:
  TokenStream(std::string_view text, std::string_view source_name);

  const Token& peek() const { return first_; }
  const Token& peek_second() const { return second_; }
  bool at_end() const { return first_.kind == TokenKind::kEnd; }
  Token take();

  bool accept(char punctuation);
  bool accept_directive(std::string_view word);
  /// Takes `punctuation` or fails with "expected ';' after the operands" (what = "after the
  /// operands").
  void expect(char punctuation, std::string_view what);
  std::string_view expect_identifier(std::string_view what);
  std::string_view expect_directive(std::string_view what);
  /// With escapes replaced by what they stand for: clang writes file names so.
  std::string expect_string(std::string_view what);
  /// An unsigned literal that is at most `maximum`.
  std::uint64_t expect_integer(std::string_view what, std::uint64_t maximum = ~std::uint64_t{0});

  /// Records a diagnostic and goes on.
  void report(PtxPosition position, std::string message, std::string help = {});
  /// Records a diagnostic and throws SyntaxError.
  [[noreturn]] void fail(PtxPosition position, std::string message, std::string help = {});
  /// fail() with what stands there: "expected a name, but found ';'".
  [[noreturn]] void fail_expected(std::string_view what);

  bool overflowed() const { return diagnostics_.size() >= kMaxDiagnostics; }
  Diagnostics& diagnostics() { return diagnostics_; }

  /// Recovery inside a body: past the next ';', or to the brace of a scope or the end. Braces of
  /// vectors are passed.
  void skip_statement();
  /// Past a balanced "{ ... }"; the next token must be its '{'.
  void skip_braces();

 private:
  Token lex();

  Lexer lexer_;
  std::string source_name_;
  Diagnostics diagnostics_;
  Token first_, second_;
};

/// How a token is named in a message: "';'", "'.reg'", "the end of the file".
std::string describe(const Token& token);

/// A constant expression's value: integer, float pattern or double pattern.
struct Constant {
  enum class Kind : std::uint8_t { kInteger, kFloat, kDouble };
  Kind kind = Kind::kInteger;
  std::uint64_t bits = 0;
};

/// constant := C-like integer expression (section 4.5) | float literal, perhaps with a sign
Constant parse_constant(TokenStream& tokens);
/// Only the first level: sign, literal or parentheses, without binary operators.
Constant parse_unary_constant(TokenStream& tokens);

}  // namespace warpschool::sim::ptx
