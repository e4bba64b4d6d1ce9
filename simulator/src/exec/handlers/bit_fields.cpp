// bfe, bfi, bmsk, prmt, szext: fields of bits and permutations of bytes (PTX ISA, section 9.7.1).
#include "exec/handlers/bit_fields.hpp"

namespace warpschool::sim::WARPSCHOOL_ISA {
namespace {

struct Permute {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b, T selector) {
    const std::uint64_t bytes = (std::uint64_t{b} << 32) | a;
    std::uint32_t result = 0;
    for (unsigned n = 0; n < 4; ++n) {
      const std::uint32_t pick = selector >> (4 * n);
      const auto byte = static_cast<std::uint8_t>(bytes >> (8 * (pick & 7u)));
      const std::uint32_t value = (pick & 8u) != 0 ? ((byte & 0x80u) != 0 ? 0xffu : 0u) : byte;
      result |= value << (8 * n);
    }
    return result;
  }
};

/// prmt with a mode: the low two bits of c choose a row of four byte numbers, the highest first.
template <Mode mode>
struct PermuteMode {
  static constexpr std::uint16_t row(unsigned pick) {
    constexpr std::uint16_t kRows[][4] = {
        {0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123},
        {0x0000, 0x1111, 0x2222, 0x3333}, {0x3210, 0x3211, 0x3222, 0x3333},
        {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232}};
    return kRows[static_cast<unsigned>(mode) - static_cast<unsigned>(Mode::kForward4)][pick];
  }
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b, T c) {
    return Permute::apply<T>(a, b, row(c & 3u));
  }
};

/// szext: the low n bits of a; bmsk: n ones from a bit on. n and the bit wrap or clamp at 32.
template <bool wrap>
WARPSCHOOL_INLINE std::uint32_t limit(std::uint32_t n) {
  return wrap ? n & 31u : (n > 32u ? 32u : n);
}
template <bool wrap>
struct ExtendField {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    const std::uint32_t unused = 32u - limit<wrap>(static_cast<std::uint32_t>(b));
    const std::uint64_t moved = std::uint64_t{static_cast<std::uint32_t>(a)} << unused;
    const auto top = static_cast<T>(static_cast<std::uint32_t>(moved));
    return static_cast<T>(
        static_cast<std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>(top) >>
        unused);
  }
};
template <bool wrap>
struct BitMask {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    const std::uint64_t ones = (std::uint64_t{1} << limit<wrap>(b)) - 1;
    return static_cast<T>(ones << limit<wrap>(a));
  }
};

/// The lowest `count` bits set.
template <class U>
WARPSCHOOL_INLINE U ones(std::uint32_t count) {
  return static_cast<U>(count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1);
}

template <class T>
void extract_field(Warp& warp, const Decoded& i, LaneMask active) {
  constexpr std::uint32_t kWidth = 8 * sizeof(T);
  const auto* a = lanes<SlotOf<T>>(warp, i.a);
  const auto* b = lanes<Word>(warp, i.b);
  const auto* c = lanes<Word>(warp, i.c);
  store_lanes<T>(lanes<SlotOf<T>>(warp, i.d), active, [=](unsigned l) {
    using U = std::make_unsigned_t<T>;
    const U value = static_cast<U>(a[l]);
    const std::uint32_t begin = b[l] & 0xffu;
    const std::uint32_t length = c[l] & 0xffu;
    const bool negative =
        std::is_signed_v<T> && length > 0 &&
        ((value >> (begin + length - 1 < kWidth ? begin + length - 1 : kWidth - 1)) & 1) != 0;
    const U field = begin >= kWidth ? U{0} : static_cast<U>(value >> begin);
    const U keep = ones<U>(length);
    const std::uint32_t available = begin >= kWidth ? 0 : kWidth - begin;
    const U present = ones<U>(available);
    const U result = static_cast<U>(field & keep);
    return static_cast<T>(negative ? static_cast<U>(result | ~(keep & present)) : result);
  });
}

template <class T>
void insert_field(Warp& warp, const Decoded& i, LaneMask active) {
  constexpr std::uint32_t kWidth = 8 * sizeof(T);
  const auto* a = lanes<SlotOf<T>>(warp, i.a);
  const auto* b = lanes<SlotOf<T>>(warp, i.b);
  const auto* c = lanes<Word>(warp, i.c);
  const auto* e = lanes<Word>(warp, i.e);
  store_lanes<T>(lanes<SlotOf<T>>(warp, i.d), active, [=](unsigned l) {
    const std::uint32_t begin = c[l] & 0xffu;
    const std::uint32_t length = e[l] & 0xffu;
    if (begin >= kWidth || length == 0) {
      return static_cast<T>(b[l]);
    }
    const T field = static_cast<T>(ones<T>(length) << begin);
    return static_cast<T>((static_cast<T>(a[l]) << begin & field) |
                          (static_cast<T>(b[l]) & ~field));
  });
}

template <class Op>
constexpr Handler kPermutation = ternary<std::uint32_t, std::uint32_t, std::uint32_t, Op>;

Handler select_permute(Mode mode) {
  switch (mode) {
    case Mode::kForward4:
      return kPermutation<PermuteMode<Mode::kForward4>>;
    case Mode::kBackward4:
      return kPermutation<PermuteMode<Mode::kBackward4>>;
    case Mode::kReplicate8:
      return kPermutation<PermuteMode<Mode::kReplicate8>>;
    case Mode::kEdgeClampLeft:
      return kPermutation<PermuteMode<Mode::kEdgeClampLeft>>;
    case Mode::kEdgeClampRight:
      return kPermutation<PermuteMode<Mode::kEdgeClampRight>>;
    case Mode::kReplicate16:
      return kPermutation<PermuteMode<Mode::kReplicate16>>;
    default:
      return kPermutation<Permute>;
  }
}

template <class T>
Handler select_extend(const Form& form) {
  return form.mode == Mode::kWrapShift ? binary<T, T, ExtendField<true>>
                                       : binary<T, T, ExtendField<false>>;
}

template <class T>
Handler select_field(const Form& form) {
  if (form.opcode == Opcode::kBfi) {
    return insert_field<T>;
  }
  return ptx::is_signed(form.type) ? extract_field<std::make_signed_t<T>> : extract_field<T>;
}

Handler select_field_of_any_width(const Form& form) {
  switch (ptx::bytes_of(form.type)) {
    case 2:
      return select_field<std::uint16_t>(form);
    case 4:
      return select_field<std::uint32_t>(form);
    case 8:
      return select_field<std::uint64_t>(form);
    default:
      return nullptr;
  }
}

}  // namespace

Handler select_bit_field(const Form& form) {
  switch (form.opcode) {
    case Opcode::kBfe:
    case Opcode::kBfi:
      return select_field_of_any_width(form);
    case Opcode::kPrmt:
      return select_permute(form.mode);
    case Opcode::kSzext:
      return ptx::is_signed(form.type) ? select_extend<std::int32_t>(form)
                                       : select_extend<std::uint32_t>(form);
    case Opcode::kBmsk:
      return form.mode == Mode::kWrapShift ? binary<std::uint32_t, std::uint32_t, BitMask<true>>
                                           : binary<std::uint32_t, std::uint32_t, BitMask<false>>;
    default:
      return nullptr;
  }
}

}  // namespace warpschool::sim::WARPSCHOOL_ISA
