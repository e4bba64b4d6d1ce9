// Floating-point add, sub, mul, fma, div, abs, neg, min, max (PTX ISA, section 9.7.3) with .ftz,
// .sat and rounding modes.
#include "exec/handlers/float_ops.hpp"

#include <cmath>
#include <limits>

namespace warpschool::sim::WARPSCHOOL_ISA {
namespace {

using ptx::Type;

struct Add {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return canonical(a + b);
  }
};
struct Sub {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return canonical(a - b);
  }
};
struct Mul {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return canonical(a * b);
  }
};
struct Div {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return canonical(a / b);
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
    return canonical(fused(a, b, c));
  }
};
// The result is never NaN if one operand is a number, unless .NaN asks for it; -0 < +0.
template <bool propagates>
struct Min {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    const T smaller = a < b || (a == b && __builtin_signbit(a)) ? a : b;
    const T otherwise = propagates ? std::numeric_limits<T>::quiet_NaN() : (a != a ? b : a);
    return canonical(a != a || b != b ? otherwise : smaller);
  }
};
template <bool propagates>
struct Max {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    const T larger = b < a || (a == b && __builtin_signbit(b)) ? a : b;
    const T otherwise = propagates ? std::numeric_limits<T>::quiet_NaN() : (a != a ? b : a);
    return canonical(a != a || b != b ? otherwise : larger);
  }
};
/// .xorsign.abs: of the magnitudes; negative if one operand is.
template <class Op>
struct XorSign {
  WARPSCHOOL_INLINE static float magnitude(float a) { return __builtin_fabsf(a); }
  WARPSCHOOL_INLINE static double magnitude(double a) { return __builtin_fabs(a); }
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    const T result = Op::template apply<T>(magnitude(a), magnitude(b));
    const bool negative = (__builtin_signbit(a) != 0) != (__builtin_signbit(b) != 0);
    return result != result || !negative ? result : -result;
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

template <class T, template <bool> class Op>
Handler select_extreme(const Form& form) {
  if (form.xor_sign) {
    return form.propagate_nan ? select_op<T, XorSign<Op<true>>, 2>(form)
                              : select_op<T, XorSign<Op<false>>, 2>(form);
  }
  return form.propagate_nan ? select_op<T, Op<true>, 2>(form) : select_op<T, Op<false>, 2>(form);
}

/// What the longer way of a division takes, in machine instructions (nvcc 13.0 for sm_90).
constexpr std::uint64_t kLongWaySlots = 34;

/// Zero, subnormal, infinite or not a number.
WARPSCHOOL_INLINE bool is_special(std::uint32_t bits) {
  return (((bits >> 23) + 1) & 0xfeu) == 0;
}

/// A division of floats as IEEE 754 has it. If a lane's operands are special, all wait for a
/// subroutine.
template <class Op>
void divide(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<Word>(warp, i.a);
  const auto* b = lanes<Word>(warp, i.b);
  const LaneMask special = collect_lanes([=](unsigned l) __attribute__((always_inline)) {
    return is_special(a[l]) || is_special(b[l]);
  });
  if ((special & active) != 0) {
    warp.counters->issue_slots += kLongWaySlots;
  }
  binary<float, float, Op>(warp, i, active);
}

template <class T>
Handler select_division(const Form& form) {
  if constexpr (std::is_same_v<T, float>) {
    if (!form.approx && !form.full) {
      return form.ftz ? with_rounding<divide<Ftz<Div>>>(form.rounding)
                      : with_rounding<divide<Div>>(form.rounding);
    }
  }
  return select_op<T, Div, 2>(form);
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
      return select_division<T>(form);
    case Opcode::kMad:
    case Opcode::kFma:
      return select_op<T, Fma, 3>(form);
    case Opcode::kMin:
      return select_extreme<T, Min>(form);
    case Opcode::kMax:
      return select_extreme<T, Max>(form);
    case Opcode::kAbs:
      return select_op<T, Abs, 1>(form);
    case Opcode::kNeg:
      return select_op<T, Neg, 1>(form);
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
    default:
      return select_half_arith(form);
  }
}

}  // namespace warpschool::sim::WARPSCHOOL_ISA
