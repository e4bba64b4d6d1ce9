// Floating-point add, sub, mul, fma, div, abs, neg, min, max (PTX ISA, section 9.7.3) with .ftz,
// .sat and rounding modes.
#include "exec/float_ops.hpp"

#include <cmath>

namespace warpschool::sim::WARPSCHOOL_ISA {
namespace {

using ptx::Type;

struct Add {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return a + b;
  }
};
struct Sub {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return a - b;
  }
};
struct Mul {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return a * b;
  }
};
struct Div {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return a / b;
  }
};
struct Fma {
  WARPSCHOOL_INLINE static float fused(float a, float b, float c) {
    return __builtin_fmaf(a, b, c);
  }
  WARPSCHOOL_INLINE static double fused(double a, double b, double c) {
    return __builtin_fma(a, b, c);
  }
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b, T c) {
    return fused(a, b, c);
  }
};
// The result is never NaN if one operand is a number, and -0 < +0.
struct Min {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    const T smaller = a < b || (a == b && __builtin_signbit(a)) ? a : b;
    return a != a ? b : (b != b ? a : smaller);
  }
};
struct Max {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    const T larger = b < a || (a == b && __builtin_signbit(b)) ? a : b;
    return a != a ? b : (b != b ? a : larger);
  }
};
template <class T>
using BitsOf = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

struct Abs {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a) {
    using B = BitsOf<T>;
    return __builtin_bit_cast(T, static_cast<B>(__builtin_bit_cast(B, a) & (~B{0} >> 1)));
  }
};
struct Neg {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a) {
    using B = BitsOf<T>;
    return __builtin_bit_cast(
        T, static_cast<B>(__builtin_bit_cast(B, a) ^ (B{1} << (8 * sizeof(B) - 1))));
  }
};

template <class Op>
struct Ftz {
  template <class T, class... More>
  WARPSCHOOL_INLINE static T apply(T a, More... more) {
    return flush(Op::template apply<T>(flush(a), flush(more)...));
  }
};
template <class Op>
struct Saturate {
  template <class T, class... More>
  WARPSCHOOL_INLINE static T apply(T a, More... more) {
    const T result = Op::template apply<T>(a, more...);
    return result > T{0} ? (result < T{1} ? result : T{1}) : T{0};  // NaN becomes 0
  }
};

template <class T, class Op, int arity>
Handler select_arity(Rounding rounding) {
  if constexpr (arity == 1) {
    return with_rounding<unary<T, T, Op>>(rounding);
  } else if constexpr (arity == 2) {
    return with_rounding<binary<T, T, Op>>(rounding);
  } else {
    return with_rounding<ternary<T, T, T, Op>>(rounding);
  }
}

template <class T, class Op, int arity>
Handler select_op(const Form& form) {
  if constexpr (std::is_same_v<T, float>) {
    if (form.ftz) {
      return form.sat ? select_arity<T, Saturate<Ftz<Op>>, arity>(form.rounding)
                      : select_arity<T, Ftz<Op>, arity>(form.rounding);
    }
  }
  return form.sat ? select_arity<T, Saturate<Op>, arity>(form.rounding)
                  : select_arity<T, Op, arity>(form.rounding);
}

template <class T>
Handler select_float(const Form& form) {
  switch (form.opcode) {
    case Opcode::kAdd:
      return select_op<T, Add, 2>(form);
    case Opcode::kSub:
      return select_op<T, Sub, 2>(form);
    case Opcode::kMul:
      return select_op<T, Mul, 2>(form);
    case Opcode::kDiv:
      return select_op<T, Div, 2>(form);
    case Opcode::kMad:
    case Opcode::kFma:
      return select_op<T, Fma, 3>(form);
    case Opcode::kMin:
      return select_op<T, Min, 2>(form);
    case Opcode::kMax:
      return select_op<T, Max, 2>(form);
    case Opcode::kAbs:
      return select_op<T, Abs, 1>(form);
    case Opcode::kNeg:
      return select_op<T, Neg, 1>(form);
    default:
      return nullptr;
  }
}

/// f16 and f16x2: compute in float, round once. Exact for add, sub and mul; fma in double.
template <class Op, int arity, int halves>
void half_op(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<Word>(warp, i.a);
  const auto* b = arity >= 2 ? lanes<Word>(warp, i.b) : a;
  const auto* c = arity >= 3 ? lanes<Word>(warp, i.c) : a;
  auto* d = lanes<Word>(warp, i.d);
  for (unsigned l = 0; l < kWarpSize; ++l) {
    if ((active & kLaneBit[l]) == 0) {
      continue;
    }
    std::uint32_t result = 0;
    for (int half = 0; half < halves; ++half) {
      const int shift = 16 * half;
      const float x = half_to_float(a[l] >> shift & 0xffffu);
      const float y = half_to_float(b[l] >> shift & 0xffffu);
      const float z = half_to_float(c[l] >> shift & 0xffffu);
      float value = 0;
      if constexpr (arity == 1) {
        value = Op::template apply<float>(x);
      } else if constexpr (arity == 2) {
        value = Op::template apply<float>(x, y);
      } else {
        value = static_cast<float>(static_cast<double>(x) * static_cast<double>(y) +
                                   static_cast<double>(z));
      }
      result |= float_to_half(value) << shift;
    }
    d[l] = result;
  }
}

template <int halves>
Handler select_half(const Form& form) {
  switch (form.opcode) {
    case Opcode::kAdd:
      return half_op<Add, 2, halves>;
    case Opcode::kSub:
      return half_op<Sub, 2, halves>;
    case Opcode::kMul:
      return half_op<Mul, 2, halves>;
    case Opcode::kFma:
      return half_op<Fma, 3, halves>;
    case Opcode::kMin:
      return half_op<Min, 2, halves>;
    case Opcode::kMax:
      return half_op<Max, 2, halves>;
    case Opcode::kAbs:
      return half_op<Abs, 1, halves>;
    case Opcode::kNeg:
      return half_op<Neg, 1, halves>;
    default:
      return nullptr;
  }
}

}  // namespace

Handler select_float_arith(const Form& form) {
  switch (form.type) {
    case Type::kF32:
      return select_float<float>(form);
    case Type::kF64:
      return select_float<double>(form);
    case Type::kF16:
      return select_half<1>(form);
    case Type::kF16x2:
      return select_half<2>(form);
    default:
      return nullptr;
  }
}

}  // namespace warpschool::sim::WARPSCHOOL_ISA
