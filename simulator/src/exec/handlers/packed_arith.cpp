// Integers smaller than a register: two at a time, and dot products, dp2a and dp4a (PTX ISA,
// section 9.7.1).
#include "exec/handlers/integer_ops.hpp"

namespace warpschool::sim::WARPSCHOOL_ISA {
namespace {

using ptx::Type;

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

}  // namespace

Handler select_packed_integers(const Form& form) {
  return form.type == Type::kS16x2 ? select_packed<std::int16_t>(form)
                                   : select_packed<std::uint16_t>(form);
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

}  // namespace warpschool::sim::WARPSCHOOL_ISA
