// add, sub, mul, mad, fma, div, rem, abs, neg, min, max, carry arithmetic (PTX ISA, sections 9.7.1
// to 9.7.3).
#include "exec/float_ops.hpp"
#include "exec/watch.hpp"

namespace warpschool::sim::WARPSCHOOL_ISA {
namespace {

using ptx::Type;

// Integers wrap: compute in the unsigned type, at least 32 bits wide so that u16 * u16 does not
// overflow int.
template <class T>
using Wrap = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

template <class T>
using Twice = std::conditional_t<std::is_signed_v<T>,
                                 std::conditional_t<sizeof(T) == 2, std::int32_t, std::int64_t>,
                                 std::conditional_t<sizeof(T) == 2, std::uint32_t, std::uint64_t>>;

struct Add {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return static_cast<T>(Wrap<T>(a) + Wrap<T>(b));
  }
};
struct Sub {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return static_cast<T>(Wrap<T>(a) - Wrap<T>(b));
  }
};
struct AddSaturated {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    const std::int64_t sum = std::int64_t{a} + b;
    return static_cast<T>(sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum);
  }
};
struct SubSaturated {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    const std::int64_t sum = std::int64_t{a} - b;
    return static_cast<T>(sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum);
  }
};

template <class T>
WARPSCHOOL_INLINE T high_half(T a, T b) {
  if constexpr (sizeof(T) == 8) {
    __extension__ using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
    return static_cast<T>((static_cast<Wide>(a) * static_cast<Wide>(b)) >> 64);
  } else {
    return static_cast<T>((static_cast<Twice<T>>(a) * static_cast<Twice<T>>(b)) >> (8 * sizeof(T)));
  }
}

struct MulLow {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return static_cast<T>(Wrap<T>(a) * Wrap<T>(b));
  }
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b, T c) {
    return static_cast<T>(Wrap<T>(a) * Wrap<T>(b) + Wrap<T>(c));
  }
};
struct MulHigh {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return high_half(a, b);
  }
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b, T c) {
    return static_cast<T>(Wrap<T>(high_half(a, b)) + Wrap<T>(c));
  }
};
struct MulWide {
  template <class T>
  WARPSCHOOL_INLINE static Twice<T> apply(T a, T b) {
    return static_cast<Twice<T>>(static_cast<Twice<T>>(a) * static_cast<Twice<T>>(b));
  }
  template <class T>
  WARPSCHOOL_INLINE static Twice<T> apply(T a, T b, Twice<T> c) {
    using W = Wrap<Twice<T>>;
    return static_cast<Twice<T>>(
        static_cast<W>(static_cast<Twice<T>>(a) * static_cast<Twice<T>>(b)) + static_cast<W>(c));
  }
};
template <bool high>
struct Mul24 {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    using W = Twice<T>;
    const W product = static_cast<W>(extend(a)) * static_cast<W>(extend(b));
    return static_cast<T>(high ? product >> 16 : product);
  }
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b, T c) {
    return static_cast<T>(Wrap<T>(apply(a, b)) + Wrap<T>(c));
  }
  template <class T>
  WARPSCHOOL_INLINE static T extend(T a) {
    return std::is_signed_v<T>
               ? static_cast<T>(static_cast<std::int32_t>(static_cast<std::uint32_t>(a) << 8) >> 8)
               : static_cast<T>(a & 0xff'ffff);
  }
};
struct Sad {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b, T c) {
    return static_cast<T>(Wrap<T>(c) + (a < b ? Wrap<T>(b) - Wrap<T>(a) : Wrap<T>(a) - Wrap<T>(b)));
  }
};
// A GPU does not trap on division by zero: quotient and remainder are all ones (seen on an H100).
struct Div {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    if (b == 0) {
      return static_cast<T>(-1);
    }
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) {
        return static_cast<T>(Wrap<T>(0) - Wrap<T>(a));
      }
    }
    return static_cast<T>(a / b);
  }
};
struct Rem {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    if (b == 0) {
      return static_cast<T>(-1);
    }
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) {
        return 0;
      }
    }
    return static_cast<T>(a % b);
  }
};
/// @tparam Op Div or Rem
template <class T, class Op>
void divide(Warp& warp, const Decoded& i, LaneMask active) {
  if (warp.watching) {
    const auto* b = lanes<SlotOf<T>>(warp, i.b);
    const LaneMask zero =
        active & collect_lanes([=](unsigned l) { return decode<T>(b[l]) == T{0}; });
    if (zero != 0) [[unlikely]] {
      watch_division_by_zero(warp, zero);
    }
  }
  binary<T, T, Op>(warp, i, active);
}
struct Abs {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a) {
    return a < 0 ? static_cast<T>(Wrap<T>(0) - Wrap<T>(a)) : a;
  }
};
struct Neg {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a) {
    return static_cast<T>(Wrap<T>(0) - Wrap<T>(a));
  }
};
struct Min {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return b < a ? b : a;
  }
};
struct Max {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return a < b ? b : a;
  }
};

enum class CarryOp { kAdd, kSub, kMadLow, kMadHigh };

/// add.cc, addc, sub.cc, subc, mad.cc, madc: one carry bit a lane.
template <class T, CarryOp op, bool carry_in, bool carry_out>
void with_carry(Warp& warp, const Decoded& i, LaneMask active) {
  using U = std::make_unsigned_t<T>;
  __extension__ using Wide = unsigned __int128;
  const auto* a = lanes<SlotOf<T>>(warp, i.a);
  const auto* b = lanes<SlotOf<T>>(warp, i.b);
  const auto* c = op >= CarryOp::kMadLow ? lanes<SlotOf<T>>(warp, i.c) : nullptr;
  auto* d = lanes<SlotOf<T>>(warp, i.d);
  for (unsigned l = 0; l < kWarpSize; ++l) {
    if ((active & kLaneBit[l]) == 0) {
      continue;
    }
    const Wide in = carry_in && (warp.carry & kLaneBit[l]) != 0 ? 1 : 0;
    U x = static_cast<U>(a[l]);
    U y = static_cast<U>(b[l]);
    if (op >= CarryOp::kMadLow) {
      x = static_cast<U>(op == CarryOp::kMadLow
                             ? MulLow::apply<T>(static_cast<T>(a[l]), static_cast<T>(b[l]))
                             : MulHigh::apply<T>(static_cast<T>(a[l]), static_cast<T>(b[l])));
      y = static_cast<U>(c[l]);
    }
    const Wide result = op == CarryOp::kSub ? Wide{x} - y - in : Wide{x} + y + in;
    d[l] = encode<SlotOf<T>, U>(static_cast<U>(result));
    if (carry_out) {
      const bool carry = ((result >> (8 * sizeof(U))) & 1) != 0;
      warp.carry = carry ? warp.carry | kLaneBit[l] : warp.carry & ~kLaneBit[l];
    }
  }
}

template <class T, CarryOp op>
Handler select_carry(bool in, bool out) {
  if (in) {
    return out ? with_carry<T, op, true, true> : with_carry<T, op, true, false>;
  }
  return with_carry<T, op, false, true>;
}

template <class T>
Handler select_carry_op(const Form& form) {
  const auto mad = [&](bool in) {
    return form.hi ? select_carry<T, CarryOp::kMadHigh>(in, form.carry_out)
                   : select_carry<T, CarryOp::kMadLow>(in, form.carry_out);
  };
  switch (form.opcode) {
    case Opcode::kAdd:
      return select_carry<T, CarryOp::kAdd>(false, true);
    case Opcode::kAddc:
      return select_carry<T, CarryOp::kAdd>(true, form.carry_out);
    case Opcode::kSub:
      return select_carry<T, CarryOp::kSub>(false, true);
    case Opcode::kSubc:
      return select_carry<T, CarryOp::kSub>(true, form.carry_out);
    case Opcode::kMad:
      return mad(false);
    case Opcode::kMadc:
      return mad(true);
    default:
      return nullptr;
  }
}

/// mad.hi.sat.s32 and mad24.hi.sat.s32
template <class Product>
struct MulHighAddSaturated {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b, T c) {
    return AddSaturated::apply<T>(Product::template apply<T>(a, b), c);
  }
};

/// Two 16-bit integers in a register.
template <class T, class Op, bool relu>
struct Packed {
  template <class W>
  WARPSCHOOL_INLINE static W apply(W a, W b) {
    W result = 0;
    for (unsigned shift = 0; shift < 32; shift += 16) {
      const T value = Op::template apply<T>(static_cast<T>(a >> shift), static_cast<T>(b >> shift));
      const T kept = relu && std::is_signed_v<T> && value < 0 ? T{0} : value;
      result |= static_cast<W>(static_cast<std::uint16_t>(kept)) << shift;
    }
    return result;
  }
};
template <class Op>
struct Relu {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    const T value = Op::template apply<T>(a, b);
    return value < 0 ? T{0} : value;
  }
};

template <class A, class B>
void dp4a(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<Word>(warp, i.a);
  const auto* b = lanes<Word>(warp, i.b);
  const auto* c = lanes<Word>(warp, i.c);
  store_lanes<std::uint32_t>(lanes<Word>(warp, i.d), active, [=](unsigned l) {
    std::uint32_t sum = c[l];
    for (unsigned byte = 0; byte < 4; ++byte) {
      sum += static_cast<std::uint32_t>(static_cast<A>(a[l] >> (8 * byte)) *
                                        static_cast<B>(b[l] >> (8 * byte)));
    }
    return sum;
  });
}

/// Both halves of a with the low or the high two bytes of b.
template <class A, class B, bool high>
void dp2a(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<Word>(warp, i.a);
  const auto* b = lanes<Word>(warp, i.b);
  const auto* c = lanes<Word>(warp, i.c);
  store_lanes<std::uint32_t>(lanes<Word>(warp, i.d), active, [=](unsigned l) {
    std::uint32_t sum = c[l];
    for (unsigned half = 0; half < 2; ++half) {
      sum += static_cast<std::uint32_t>(static_cast<A>(a[l] >> (16 * half)) *
                                        static_cast<B>(b[l] >> (8 * half + (high ? 16 : 0))));
    }
    return sum;
  });
}

template <class A8, class A16, class B8>
Handler select_dot(const Form& form) {
  if (form.opcode == Opcode::kDp4a) {
    return dp4a<A8, B8>;
  }
  return form.hi ? dp2a<A16, B8, true> : dp2a<A16, B8, false>;
}

/// The type is that of a, the source type that of b.
Handler select_dot_product(const Form& form) {
  if (ptx::is_signed(form.type)) {
    return ptx::is_signed(form.source_type)
               ? select_dot<std::int8_t, std::int16_t, std::int8_t>(form)
               : select_dot<std::int8_t, std::int16_t, std::uint8_t>(form);
  }
  return ptx::is_signed(form.source_type)
             ? select_dot<std::uint8_t, std::uint16_t, std::int8_t>(form)
             : select_dot<std::uint8_t, std::uint16_t, std::uint8_t>(form);
}

template <class T>
Handler select_packed(const Form& form) {
  using W = std::uint32_t;
  switch (form.opcode) {
    case Opcode::kAdd:
      return binary<W, W, Packed<T, Add, false>>;
    case Opcode::kMin:
      return form.relu ? binary<W, W, Packed<T, Min, true>> : binary<W, W, Packed<T, Min, false>>;
    case Opcode::kMax:
      return form.relu ? binary<W, W, Packed<T, Max, true>> : binary<W, W, Packed<T, Max, false>>;
    default:
      return nullptr;
  }
}

template <class T>
Handler select_product(const Form& form) {
  const bool adds = form.opcode == Opcode::kMad;
  if (form.wide) {
    if constexpr (sizeof(T) < 8) {
      return adds ? ternary<Twice<T>, T, Twice<T>, MulWide> : binary<Twice<T>, T, MulWide>;
    }
    return nullptr;
  }
  if constexpr (std::is_same_v<T, std::int32_t>) {
    if (form.hi && form.sat && adds) {
      return ternary<T, T, T, MulHighAddSaturated<MulHigh>>;
    }
  }
  if (form.hi) {
    return adds ? ternary<T, T, T, MulHigh> : binary<T, T, MulHigh>;
  }
  return adds ? ternary<T, T, T, MulLow> : binary<T, T, MulLow>;
}

template <class T>
Handler select_integer(const Form& form) {
  constexpr bool kIsS32 = std::is_same_v<T, std::int32_t>;
  switch (form.opcode) {
    case Opcode::kAdd:
      if constexpr (kIsS32) {
        return form.sat ? binary<T, T, AddSaturated> : binary<T, T, Add>;
      }
      return binary<T, T, Add>;
    case Opcode::kSub:
      if constexpr (kIsS32) {
        return form.sat ? binary<T, T, SubSaturated> : binary<T, T, Sub>;
      }
      return binary<T, T, Sub>;
    case Opcode::kMul:
    case Opcode::kMad:
      return select_product<T>(form);
    case Opcode::kMul24:
    case Opcode::kMad24:
      if constexpr (sizeof(T) == 4) {
        if (form.opcode == Opcode::kMul24) {
          return form.hi ? binary<T, T, Mul24<true>> : binary<T, T, Mul24<false>>;
        }
        if constexpr (kIsS32) {
          if (form.hi && form.sat) {
            return ternary<T, T, T, MulHighAddSaturated<Mul24<true>>>;
          }
        }
        return form.hi ? ternary<T, T, T, Mul24<true>> : ternary<T, T, T, Mul24<false>>;
      }
      return nullptr;
    case Opcode::kSad:
      return ternary<T, T, T, Sad>;
    case Opcode::kDiv:
      return divide<T, Div>;
    case Opcode::kRem:
      return divide<T, Rem>;
    case Opcode::kAbs:
      return unary<T, T, Abs>;
    case Opcode::kNeg:
      return unary<T, T, Neg>;
    case Opcode::kMin:
      return form.relu ? binary<T, T, Relu<Min>> : binary<T, T, Min>;
    case Opcode::kMax:
      return form.relu ? binary<T, T, Relu<Max>> : binary<T, T, Max>;
    default:
      return nullptr;
  }
}

}  // namespace

Handler select_arith(const Form& form) {
  if (form.opcode == Opcode::kDp4a || form.opcode == Opcode::kDp2a) {
    return select_dot_product(form);
  }
  const bool carries = form.carry_out || form.opcode == Opcode::kAddc ||
                       form.opcode == Opcode::kSubc || form.opcode == Opcode::kMadc;
  if (carries) {
    switch (form.type) {
      case Type::kU32:
        return select_carry_op<std::uint32_t>(form);
      case Type::kS32:
        return select_carry_op<std::int32_t>(form);
      case Type::kU64:
        return select_carry_op<std::uint64_t>(form);
      case Type::kS64:
        return select_carry_op<std::int64_t>(form);
      default:
        return nullptr;
    }
  }
  switch (form.type) {
    case Type::kU16:
      return select_integer<std::uint16_t>(form);
    case Type::kS16:
      return select_integer<std::int16_t>(form);
    case Type::kU32:
      return select_integer<std::uint32_t>(form);
    case Type::kS32:
      return select_integer<std::int32_t>(form);
    case Type::kU64:
      return select_integer<std::uint64_t>(form);
    case Type::kS64:
      return select_integer<std::int64_t>(form);
    case Type::kU16x2:
      return select_packed<std::uint16_t>(form);
    case Type::kS16x2:
      return select_packed<std::int16_t>(form);
    default:
      return select_float_arith(form);
  }
}

}  // namespace warpschool::sim::WARPSCHOOL_ISA
