// Arithmetic with f16, bf16 and pairs of them (PTX ISA, sections 9.7.4 and 9.7.5): the exact result
// of doubles, rounded once.
#include "exec/handlers/half_ops.hpp"

namespace warpschool::sim::WARPSCHOOL_ISA {
namespace {

using ptx::Type;
using Flags = ArithmeticFlags;

struct Add {
  static double apply(double a, double b, double, std::uint32_t) { return sum_to_odd(a, b); }
};
struct Sub {
  static double apply(double a, double b, double, std::uint32_t) { return sum_to_odd(a, -b); }
};
struct Mul {
  static double apply(double a, double b, double, std::uint32_t) { return a * b; }
};
struct Fma {
  static double apply(double a, double b, double c, std::uint32_t) { return sum_to_odd(a * b, c); }
};
struct Abs {
  static double apply(double a, double, double, std::uint32_t) { return std::fabs(a); }
};
struct Neg {
  static double apply(double a, double, double, std::uint32_t) { return -a; }
};
struct Exp2 {
  static double apply(double a, double, double, std::uint32_t) { return std::exp2(a); }
};
struct Tanh {
  static double apply(double a, double, double, std::uint32_t) { return std::tanh(a); }
};
template <bool smallest>
struct Extreme {
  static double apply(double a, double b, double, std::uint32_t flags) {
    const bool negative = std::signbit(a) != std::signbit(b);
    if ((flags & Flags::kXorSign) == 0) {
      return pick(a, b, flags);
    }
    const double result = pick(std::fabs(a), std::fabs(b), flags);
    return negative ? -result : result;
  }
  static double pick(double a, double b, std::uint32_t flags) {
    if (a != a || b != b) {
      const bool nan_wins = (flags & Flags::kPropagateNan) != 0;
      return (a != a) == nan_wins ? a : b;
    }
    const bool a_first = a < b || (a == b && std::signbit(a));
    return a_first == smallest ? a : b;
  }
};

template <class Format>
std::uint32_t flushed(std::uint32_t bits) {
  return (bits & ~Format::kSign) >> Format::kMantissa == 0 ? bits & Format::kSign : bits;
}

template <class Format, class Op>
std::uint32_t compute(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t flags) {
  const bool flush = (flags & Flags::kFlush) != 0;
  const auto number = [flush](std::uint32_t bits) {
    return widen<Format>(flush ? flushed<Format>(bits & 0xffffu) : bits & 0xffffu);
  };
  const double exact = Op::apply(number(a), number(b), number(c), flags);
  const std::uint32_t result = round_to<Format>(limited(exact, flags), Rounding::kNearest);
  return flush ? flushed<Format>(result) : result;
}

/// One or two numbers a register; operands that the operation does not have are those of a.
template <class Format, class Op, unsigned halves>
void half_op(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<Word>(warp, i.a);
  const auto* b = i.b == kNoSlot ? a : lanes<Word>(warp, i.b);
  const auto* c = i.c == kNoSlot ? a : lanes<Word>(warp, i.c);
  auto* d = lanes<Word>(warp, i.d);
  for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
    const auto l = static_cast<unsigned>(__builtin_ctz(rest));
    std::uint32_t result = 0;
    for (unsigned shift = 0; shift < 16 * halves; shift += 16) {
      result |= compute<Format, Op>(a[l] >> shift, b[l] >> shift, c[l] >> shift, i.extra) << shift;
    }
    d[l] = result;
  }
}

template <class Format, unsigned halves>
Handler select_half(Opcode opcode) {
  switch (opcode) {
    case Opcode::kAdd:
      return half_op<Format, Add, halves>;
    case Opcode::kSub:
      return half_op<Format, Sub, halves>;
    case Opcode::kMul:
      return half_op<Format, Mul, halves>;
    case Opcode::kFma:
      return half_op<Format, Fma, halves>;
    case Opcode::kAbs:
      return half_op<Format, Abs, halves>;
    case Opcode::kNeg:
      return half_op<Format, Neg, halves>;
    case Opcode::kMin:
      return half_op<Format, Extreme<true>, halves>;
    case Opcode::kMax:
      return half_op<Format, Extreme<false>, halves>;
    case Opcode::kEx2:
      return half_op<Format, Exp2, halves>;
    case Opcode::kTanh:
      return half_op<Format, Tanh, halves>;
    default:
      return nullptr;
  }
}

}  // namespace

Handler select_half_arith(const Form& form) {
  switch (form.type) {
    case Type::kF16:
      return select_half<HalfFormat, 1>(form.opcode);
    case Type::kF16x2:
      return select_half<HalfFormat, 2>(form.opcode);
    case Type::kBf16:
      return select_half<BrainFormat, 1>(form.opcode);
    case Type::kBf16x2:
      return select_half<BrainFormat, 2>(form.opcode);
    default:
      return nullptr;
  }
}

}  // namespace warpschool::sim::WARPSCHOOL_ISA
