// add, sub, mul, mad, div, rem, abs, neg, min, max of integers (PTX ISA, section 9.7.1).
#include "exec/checks/memory_checks.hpp"
#include "exec/handlers/float_ops.hpp"
#include "exec/handlers/integer_ops.hpp"

namespace warpschool::sim::WARPSCHOOL_ISA {
namespace {

using ptx::Type;

/// @tparam Op Div or Rem
template <class T, class Op>
void divide(Warp& warp, const Decoded& i, LaneMask active) {
  if (warp.watching) {
    const auto* b = lanes<SlotOf<T>>(warp, i.b);
    const LaneMask zero =
        active & collect_lanes([=](unsigned l) { return decode<T>(b[l]) == T{0}; });
    if (zero != 0) [[unlikely]] {
      check_division_by_zero(warp, zero);
    }
  }
  binary<T, T, Op>(warp, i, active);
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

/// Of 24 bits of each factor.
template <class T>
Handler select_product24(const Form& form) {
  if constexpr (sizeof(T) == 4) {
    if (form.opcode == Opcode::kMul24) {
      return form.hi ? binary<T, T, Mul24<true>> : binary<T, T, Mul24<false>>;
    }
    if constexpr (std::is_same_v<T, std::int32_t>) {
      if (form.hi && form.sat) {
        return ternary<T, T, T, MulHighAddSaturated<Mul24<true>>>;
      }
    }
    return form.hi ? ternary<T, T, T, Mul24<true>> : ternary<T, T, T, Mul24<false>>;
  }
  return nullptr;
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
      return select_product24<T>(form);
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
  if (form.opcode >= Opcode::kVadd2 && form.opcode <= Opcode::kVset4) {
    return select_video(form);
  }
  const bool carries = form.carry_out || form.opcode == Opcode::kAddc ||
                       form.opcode == Opcode::kSubc || form.opcode == Opcode::kMadc;
  if (carries) {
    return select_carry(form);
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
    case Type::kS16x2:
      return select_packed_integers(form);
    default:
      return select_float_arith(form);
  }
}

}  // namespace warpschool::sim::WARPSCHOOL_ISA
