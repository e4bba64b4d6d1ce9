// Constant expressions (PTX ISA, section 4.5): integers in 64 bits, C's operators and precedence;
// floats with a sign only.
#include "ptx/token_stream.hpp"

#include <array>
#include <bit>

namespace warpschool::sim::ptx {
namespace {

enum class Operator : std::uint8_t {
  kNone,
  kOr,
  kXor,
  kAnd,
  kShl,
  kShr,
  kAdd,
  kSub,
  kMul,
  kDiv,
  kRem
};

struct OperatorRow {
  Operator id;
  char first;
  char second;  ///< '\0' for one-character operators
  int precedence;
};

constexpr std::array kOperators = {
    OperatorRow{Operator::kOr, '|', '\0', 1},  OperatorRow{Operator::kXor, '^', '\0', 2},
    OperatorRow{Operator::kAnd, '&', '\0', 3}, OperatorRow{Operator::kShl, '<', '<', 4},
    OperatorRow{Operator::kShr, '>', '>', 4},  OperatorRow{Operator::kAdd, '+', '\0', 5},
    OperatorRow{Operator::kSub, '-', '\0', 5}, OperatorRow{Operator::kMul, '*', '\0', 6},
    OperatorRow{Operator::kDiv, '/', '\0', 6}, OperatorRow{Operator::kRem, '%', '\0', 6},
};

const OperatorRow* operator_at(const TokenStream& tokens) {
  for (const OperatorRow& row : kOperators) {
    if (tokens.peek().is(row.first) &&
        (row.second == '\0' || tokens.peek_second().is(row.second))) {
      return &row;
    }
  }
  return nullptr;
}

std::uint64_t divide(TokenStream& tokens, Operator id, std::uint64_t a, std::uint64_t b) {
  if (b == 0) {
    tokens.fail(tokens.peek().position, "division by zero in a constant expression");
  }
  const auto x = static_cast<std::int64_t>(a);
  const auto y = static_cast<std::int64_t>(b);
  if (y == -1) {  // INT64_MIN / -1 overflows
    return id == Operator::kDiv ? 0 - a : 0;
  }
  return static_cast<std::uint64_t>(id == Operator::kDiv ? x / y : x % y);
}

std::uint64_t apply(TokenStream& tokens, Operator id, std::uint64_t a, std::uint64_t b) {
  switch (id) {
    case Operator::kNone:
      return a;
    case Operator::kOr:
      return a | b;
    case Operator::kXor:
      return a ^ b;
    case Operator::kAnd:
      return a & b;
    case Operator::kShl:
      return b < 64 ? a << b : 0;
    case Operator::kShr:
      return b < 64 ? a >> b : 0;
    case Operator::kAdd:
      return a + b;
    case Operator::kSub:
      return a - b;
    case Operator::kMul:
      return a * b;
    case Operator::kDiv:
    case Operator::kRem:
      return divide(tokens, id, a, b);
  }
  return 0;
}

class ConstantParser {
 public:
  explicit ConstantParser(TokenStream& tokens) : tokens_(tokens) {}

  // binary := unary (operator unary)*, by precedence
  Constant binary(int least_precedence, unsigned depth) {
    Constant left = unary(depth);
    while (const OperatorRow* row = operator_at(tokens_)) {
      if (row->precedence < least_precedence) {
        break;
      }
      const PtxPosition position = tokens_.take().position;
      if (row->second != '\0') {
        tokens_.take();
      }
      const Constant right = binary(row->precedence + 1, depth + 1);
      if (left.kind != Constant::Kind::kInteger || right.kind != Constant::Kind::kInteger) {
        tokens_.fail(position, "operators of constant expressions take integers only");
      }
      left.bits = apply(tokens_, row->id, left.bits, right.bits);
    }
    return left;
  }

  // unary := ("-" | "+" | "~" | "!")* primary
  Constant unary(unsigned depth) {
    if (depth > kMaxNesting) {
      tokens_.fail(tokens_.peek().position, "this constant expression is nested too deeply");
    }
    const Token sign = tokens_.peek();
    if (!sign.is('-') && !sign.is('+') && !sign.is('~') && !sign.is('!')) {
      return primary(depth);
    }
    tokens_.take();
    Constant value = unary(depth + 1);
    if (value.kind == Constant::Kind::kInteger) {
      value.bits = sign.is('-')   ? 0 - value.bits
                   : sign.is('~') ? ~value.bits
                   : sign.is('!') ? std::uint64_t{value.bits == 0}
                                  : value.bits;
    } else if (sign.is('-')) {
      value.bits ^=
          value.kind == Constant::Kind::kFloat ? std::uint64_t{1} << 31 : std::uint64_t{1} << 63;
    } else if (!sign.is('+')) {
      tokens_.fail(sign.position, "this operator takes an integer");
    }
    return value;
  }

 private:
  // primary := integer | float | "WARP_SZ" | "(" expression ")"
  Constant primary(unsigned depth) {
    const Token token = tokens_.peek();
    Constant value{Constant::Kind::kInteger, token.bits};
    if (token.kind == TokenKind::kFloat32) {
      value.kind = Constant::Kind::kFloat;
    } else if (token.kind == TokenKind::kFloat64) {
      value.kind = Constant::Kind::kDouble;
    } else if (token.kind == TokenKind::kIdentifier && token.text == "WARP_SZ") {
      value.bits = kWarpSize;
    } else if (token.is('(')) {
      tokens_.take();
      value = binary(0, depth + 1);
      tokens_.expect(')', "after the constant expression");
      return value;
    } else if (token.kind != TokenKind::kInteger) {
      tokens_.fail_expected("a constant");
    }
    tokens_.take();
    return value;
  }

  TokenStream& tokens_;
};

}  // namespace

Constant parse_constant(TokenStream& tokens) {
  return ConstantParser(tokens).binary(0, 0);
}
Constant parse_unary_constant(TokenStream& tokens) {
  return ConstantParser(tokens).unary(0);
}

}  // namespace warpschool::sim::ptx
