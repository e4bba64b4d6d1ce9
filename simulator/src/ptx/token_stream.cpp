// Look-ahead, expectations and diagnostics over tokens.
#include "ptx/token_stream.hpp"

namespace warpschool::sim::ptx {
namespace {

bool is_octal(char c) {
  return c >= '0' && c <= '7';
}

/// A backslash and three octal digits are a byte; before anything else it stands for that. (Letters
/// such as \t do not occur: clang writes them as octal digits.)
std::string without_escapes(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain += text[i];
    } else if (i + 3 < text.size() && is_octal(text[i + 1]) && is_octal(text[i + 2]) &&
               is_octal(text[i + 3])) {
      const int byte = (text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0');
      plain += static_cast<char>(byte);
      i += 3;
    } else {
      plain += text[++i];
    }
  }
  return plain;
}

}  // namespace

std::string describe(const Token& token) {
  switch (token.kind) {
    case TokenKind::kEnd:
      return "the end of the text";
    case TokenKind::kDirective:
      return "'." + std::string(token.text.substr(0, 60)) + "'";
    case TokenKind::kString:
      return "a string";
    case TokenKind::kInvalid:
    case TokenKind::kIdentifier:
    case TokenKind::kInteger:
    case TokenKind::kFloat32:
    case TokenKind::kFloat64:
    case TokenKind::kPunctuation:
      return "'" + std::string(token.text.substr(0, 60)) + "'";
  }
  return {};
}

TokenStream::TokenStream(std::string_view text, std::string_view source_name)
    : lexer_(text), source_name_(source_name) {
  first_ = lex();
  second_ = lex();
}

// Malformed tokens are reported here and dropped, so that the parser never sees one.
Token TokenStream::lex() {
  Token token = lexer_.next();
  while (token.kind == TokenKind::kInvalid) {
    report(token.position, token.problem);
    token = lexer_.next();
  }
  return token;
}

Token TokenStream::take() {
  Token taken = first_;
  first_ = second_;
  second_ = lex();
  return taken;
}

bool TokenStream::accept(char punctuation) {
  if (!first_.is(punctuation)) {
    return false;
  }
  take();
  return true;
}

bool TokenStream::accept_directive(std::string_view word) {
  if (!first_.is_directive(word)) {
    return false;
  }
  take();
  return true;
}

void TokenStream::expect(char punctuation, std::string_view what) {
  if (!accept(punctuation)) {
    fail_expected(std::string("'") + punctuation + "' " + std::string(what));
  }
}

std::string_view TokenStream::expect_identifier(std::string_view what) {
  if (first_.kind != TokenKind::kIdentifier) {
    fail_expected(what);
  }
  return take().text;
}

std::string_view TokenStream::expect_directive(std::string_view what) {
  if (first_.kind != TokenKind::kDirective) {
    fail_expected(what);
  }
  return take().text;
}

std::string TokenStream::expect_string(std::string_view what) {
  if (first_.kind != TokenKind::kString) {
    fail_expected(what);
  }
  return without_escapes(take().text);
}

std::uint64_t TokenStream::expect_integer(std::string_view what, std::uint64_t maximum) {
  if (first_.kind != TokenKind::kInteger) {
    fail_expected(what);
  }
  if (first_.bits > maximum) {
    fail(first_.position, std::string(first_.text) + " is too large for " + std::string(what),
         "the most is " + std::to_string(maximum));
  }
  return take().bits;
}

void TokenStream::report(PtxPosition position, std::string message, std::string help) {
  if (overflowed()) {
    return;
  }
  if (diagnostics_.size() + 1 == kMaxDiagnostics) {
    message = "too many mistakes; the rest is not shown";
    help.clear();
  }
  diagnostics_.push_back({source_name_, static_cast<int>(position.line),
                          static_cast<int>(position.column), std::move(message), std::move(help)});
}

void TokenStream::fail(PtxPosition position, std::string message, std::string help) {
  report(position, std::move(message), std::move(help));
  throw SyntaxError{};
}

void TokenStream::fail_expected(std::string_view what) {
  fail(first_.position, "expected " + std::string(what) + ", but found " + describe(first_));
}

void TokenStream::skip_statement() {
  while (!at_end()) {
    const bool opens_scope = first_.is('{') && second_.kind == TokenKind::kDirective;
    const bool closes_vector =
        first_.is('}') && (second_.is(';') || second_.is(',') || second_.is(']'));
    if (opens_scope || (first_.is('}') && !closes_vector) || take().is(';')) {
      return;
    }
  }
}

void TokenStream::skip_braces() {
  std::size_t depth = 0;
  while (!at_end()) {
    const Token token = take();
    depth += token.is('{') ? 1u : 0u;
    if (token.is('}') && --depth == 0) {
      return;
    }
  }
}

}  // namespace warpschool::sim::ptx
