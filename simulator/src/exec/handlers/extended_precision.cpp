// add.cc, addc, sub.cc, subc, mad.cc, madc (PTX ISA, section 9.7.2).
#include "exec/handlers/integer_ops.hpp"

namespace warpschool::sim::WARPSCHOOL_ISA {
namespace {

using ptx::Type;

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
Handler select_carries(bool in, bool out) {
  if (in) {
    return out ? with_carry<T, op, true, true> : with_carry<T, op, true, false>;
  }
  return with_carry<T, op, false, true>;
}

template <class T>
Handler select_carry_op(const Form& form) {
  const auto mad = [&](bool in) {
    return form.hi ? select_carries<T, CarryOp::kMadHigh>(in, form.carry_out)
                   : select_carries<T, CarryOp::kMadLow>(in, form.carry_out);
  };
  switch (form.opcode) {
    case Opcode::kAdd:
      return select_carries<T, CarryOp::kAdd>(false, true);
    case Opcode::kAddc:
      return select_carries<T, CarryOp::kAdd>(true, form.carry_out);
    case Opcode::kSub:
      return select_carries<T, CarryOp::kSub>(false, true);
    case Opcode::kSubc:
      return select_carries<T, CarryOp::kSub>(true, form.carry_out);
    case Opcode::kMad:
      return mad(false);
    case Opcode::kMadc:
      return mad(true);
    default:
      return nullptr;
  }
}

}  // namespace

Handler select_carry(const Form& form) {
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

}  // namespace warpschool::sim::WARPSCHOOL_ISA
