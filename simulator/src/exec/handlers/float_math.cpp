// rcp, sqrt, rsqrt, sin, cos, lg2, ex2, tanh, copysign (PTX ISA, section 9.7.3). The approximate
// forms are computed by the host's library: more exact than a GPU's, never less.
#include "exec/handlers/float_ops.hpp"

#include <cmath>

namespace warpschool::sim::WARPSCHOOL_ISA {
namespace {

using ptx::Type;

struct Reciprocal {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a) {
    return canonical(T{1} / a);
  }
};
struct SquareRoot {
  WARPSCHOOL_INLINE static float root(float a) { return __builtin_sqrtf(a); }
  WARPSCHOOL_INLINE static double root(double a) { return __builtin_sqrt(a); }
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a) {
    return canonical(root(a));
  }
};
struct InverseRoot {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a) {
    return canonical(static_cast<T>(1.0 / __builtin_sqrt(static_cast<double>(a))));
  }
};
struct Sine {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a) {
    return canonical(static_cast<T>(::sin(static_cast<double>(a))));
  }
};
struct Cosine {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a) {
    return canonical(static_cast<T>(::cos(static_cast<double>(a))));
  }
};
struct Log2 {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a) {
    return canonical(static_cast<T>(::log2(static_cast<double>(a))));
  }
};
struct Exp2 {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a) {
    return canonical(static_cast<T>(::exp2(static_cast<double>(a))));
  }
};
struct HyperbolicTangent {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a) {
    return canonical(static_cast<T>(::tanh(static_cast<double>(a))));
  }
};
struct CopySign {
  WARPSCHOOL_INLINE static float with_sign(float sign, float value) {
    return __builtin_copysignf(value, sign);
  }
  WARPSCHOOL_INLINE static double with_sign(double sign, double value) {
    return __builtin_copysign(value, sign);
  }
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return with_sign(a, b);
  }
};
template <class Op>
struct Ftz {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a) {
    return flush(Op::template apply<T>(flush(a)));
  }
};

/// The approximate functions of doubles see and give the upper word only.
template <class Op>
struct UpperWord {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a) {
    return upper(Op::template apply<T>(upper(a)));
  }
  WARPSCHOOL_INLINE static double upper(double a) {
    const std::uint64_t bits = __builtin_bit_cast(std::uint64_t, a) & 0xffff'ffff'0000'0000ull;
    const bool subnormal = (bits & 0x7ff0'0000'0000'0000ull) == 0;
    return __builtin_bit_cast(double, subnormal ? bits & 0x8000'0000'0000'0000ull : bits);
  }
};

template <class T, class Op>
Handler select_unary(const Form& form) {
  if constexpr (std::is_same_v<T, float>) {
    if (form.ftz) {
      return with_rounding<unary<T, T, Ftz<Op>>>(form.rounding);
    }
  }
  if constexpr (std::is_same_v<T, double>) {
    if (form.approx && form.ftz) {
      return unary<T, T, UpperWord<Op>>;
    }
  }
  return with_rounding<unary<T, T, Op>>(form.rounding);
}

template <class T>
Handler select_function(const Form& form) {
  switch (form.opcode) {
    case Opcode::kRcp:
      return select_unary<T, Reciprocal>(form);
    case Opcode::kSqrt:
      return select_unary<T, SquareRoot>(form);
    case Opcode::kRsqrt:
      return select_unary<T, InverseRoot>(form);
    case Opcode::kSin:
      return select_unary<T, Sine>(form);
    case Opcode::kCos:
      return select_unary<T, Cosine>(form);
    case Opcode::kLg2:
      return select_unary<T, Log2>(form);
    case Opcode::kEx2:
      return select_unary<T, Exp2>(form);
    case Opcode::kTanh:
      return select_unary<T, HyperbolicTangent>(form);
    case Opcode::kCopysign:
      return binary<T, T, CopySign>;
    default:
      return nullptr;
  }
}

}  // namespace

Handler select_float_math(const Form& form) {
  switch (form.type) {
    case Type::kF32:
      return select_function<float>(form);
    case Type::kF64:
      return select_function<double>(form);
    default:
      return select_half_arith(form);
  }
}

}  // namespace warpschool::sim::WARPSCHOOL_ISA
