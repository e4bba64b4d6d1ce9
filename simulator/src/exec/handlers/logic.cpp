// and, or, xor, not, shifts, bit counting (PTX ISA, sections 9.7.1 and 9.7.8).
#include "exec/handlers/bit_fields.hpp"
#include "exec/handlers/lanes.hpp"

namespace warpschool::sim::WARPSCHOOL_ISA {
namespace {

using ptx::Type;

struct And {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return static_cast<T>(a & b);
  }
};
struct Or {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return static_cast<T>(a | b);
  }
};
struct Xor {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};
struct Not {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a) {
    return static_cast<T>(~a);
  }
};
struct Cnot {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a) {
    return static_cast<T>(a == 0);
  }
};
struct CountOnes {
  template <class T>
  WARPSCHOOL_INLINE static std::uint32_t apply(T a) {
    return static_cast<std::uint32_t>(__builtin_popcountll(a));
  }
};
struct CountLeadingZeros {
  template <class T>
  WARPSCHOOL_INLINE static std::uint32_t apply(T a) {
    constexpr int kExtra = 64 - 8 * static_cast<int>(sizeof(T));
    return a == 0 ? 8 * sizeof(T) : static_cast<std::uint32_t>(__builtin_clzll(a) - kExtra);
  }
};
template <bool shift_amount>
struct FindLeading {
  template <class T>
  WARPSCHOOL_INLINE static std::uint32_t apply(T a) {
    using U = std::make_unsigned_t<T>;
    const U bits = static_cast<U>(std::is_signed_v<T> && a < 0 ? ~a : a);
    if (bits == 0) {
      return 0xffff'ffffu;
    }
    const std::uint32_t zeros = CountLeadingZeros::apply<U>(bits);
    return shift_amount ? zeros : static_cast<std::uint32_t>(8 * sizeof(T)) - 1 - zeros;
  }
};
struct Reverse {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a) {
    T result = 0;
    for (unsigned bit = 0; bit < 8 * sizeof(T); ++bit) {
      result = static_cast<T>((result << 1) | ((a >> bit) & 1));
    }
    return result;
  }
};

/// Shift amounts are 32-bit and clamp at the width.
template <class T, bool left>
void shift(Warp& warp, const Decoded& i, LaneMask active) {
  using U = std::make_unsigned_t<T>;
  constexpr std::uint32_t kWidth = 8 * sizeof(T);
  const auto* a = lanes<SlotOf<T>>(warp, i.a);
  const auto* b = lanes<Word>(warp, i.b);
  store_lanes<T>(
      lanes<SlotOf<T>>(warp, i.d), active, [=](unsigned l) __attribute__((always_inline)) {
        const T value = static_cast<T>(a[l]);
        const std::uint32_t amount = b[l];
        if constexpr (left) {
          return static_cast<T>(
              amount >= kWidth ? U{0}
                               : static_cast<U>(static_cast<U>(value) << (amount & (kWidth - 1))));
        } else if constexpr (std::is_signed_v<T>) {
          return static_cast<T>(value >> (amount >= kWidth ? kWidth - 1 : amount));
        } else {
          return static_cast<T>(
              amount >= kWidth ? T{0} : static_cast<T>(value >> (amount & (kWidth - 1))));
        }
      });
}

template <bool left, bool wrap>
struct Funnel {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T low, T high, T amount) {
    const std::uint32_t n = wrap ? amount & 31u : (amount > 32u ? 32u : amount);
    const std::uint64_t both = (std::uint64_t{high} << 32) | low;
    return static_cast<T>(left ? (both << n) >> 32 : both >> n);
  }
};

/// vshr.u32.u32.u32.clamp.add, which CUB writes; no other video instruction is known.
struct ShiftAndAdd {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T amount, T c) {
    return (amount > 31 ? T{0} : a >> (amount & 31u)) + c;
  }
};

void lop3(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<Word>(warp, i.a);
  const auto* b = lanes<Word>(warp, i.b);
  const auto* c = lanes<Word>(warp, i.c);
  const std::uint32_t table = lanes<Word>(warp, i.e)[0];
  store_lanes<std::uint32_t>(lanes<Word>(warp, i.d), active, [=](unsigned l) {
    std::uint32_t result = 0;
    for (unsigned row = 0; row < 8; ++row) {
      const std::uint32_t match = ((row & 4u) != 0 ? a[l] : ~a[l]) &
                                  ((row & 2u) != 0 ? b[l] : ~b[l]) &
                                  ((row & 1u) != 0 ? c[l] : ~c[l]);
      result |= (table >> row & 1u) != 0 ? match : 0u;
    }
    return result;
  });
}

/// Position of the n-th one at or after (n > 0), or at or before (n < 0) the base; n = 0: the base
/// itself if it is one.
void find_nth_set(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* mask = lanes<Word>(warp, i.a);
  const auto* base = lanes<Word>(warp, i.b);
  const auto* offset = lanes<Word>(warp, i.c);
  store_lanes<std::uint32_t>(lanes<Word>(warp, i.d), active, [=](unsigned l) {
    const auto wanted = static_cast<std::int32_t>(offset[l]);
    const int step = wanted < 0 ? -1 : 1;
    std::int64_t left = wanted == 0 ? 1 : (wanted < 0 ? -std::int64_t{wanted} : wanted);
    for (std::int64_t bit = base[l]; bit >= 0 && bit < 32; bit += step) {
      if ((mask[l] >> bit & 1u) != 0 && --left == 0) {
        return static_cast<std::uint32_t>(bit);
      }
      if (wanted == 0) {
        break;
      }
    }
    return 0xffff'ffffu;
  });
}

template <Opcode opcode>
void predicate_op(Warp& warp, const Decoded& i, LaneMask active) {
  const LaneMask a = predicate(warp, i.a);
  const LaneMask b = i.b == kNoSlot ? 0 : predicate(warp, i.b);
  const LaneMask result = opcode == Opcode::kAnd   ? a & b
                          : opcode == Opcode::kOr  ? a | b
                          : opcode == Opcode::kXor ? a ^ b
                                                   : ~a;
  blend(predicate(warp, i.d), result, active);
}

Handler select_predicate(Opcode opcode) {
  switch (opcode) {
    case Opcode::kAnd:
      return predicate_op<Opcode::kAnd>;
    case Opcode::kOr:
      return predicate_op<Opcode::kOr>;
    case Opcode::kXor:
      return predicate_op<Opcode::kXor>;
    case Opcode::kNot:
      return predicate_op<Opcode::kNot>;
    default:
      return nullptr;
  }
}

template <class T>
Handler select_bits(const Form& form) {
  using S = std::make_signed_t<T>;
  const bool is_signed = ptx::is_signed(form.type);
  switch (form.opcode) {
    case Opcode::kAnd:
      return binary<T, T, And>;
    case Opcode::kOr:
      return binary<T, T, Or>;
    case Opcode::kXor:
      return binary<T, T, Xor>;
    case Opcode::kNot:
      return unary<T, T, Not>;
    case Opcode::kCnot:
      return unary<T, T, Cnot>;
    case Opcode::kShl:
      return shift<T, true>;
    case Opcode::kShr:
      return is_signed ? shift<S, false> : shift<T, false>;
    case Opcode::kPopc:
      return unary<std::uint32_t, T, CountOnes>;
    case Opcode::kClz:
      return unary<std::uint32_t, T, CountLeadingZeros>;
    case Opcode::kBfind:
      if (form.shift_amount) {
        return is_signed ? unary<std::uint32_t, S, FindLeading<true>>
                         : unary<std::uint32_t, T, FindLeading<true>>;
      }
      return is_signed ? unary<std::uint32_t, S, FindLeading<false>>
                       : unary<std::uint32_t, T, FindLeading<false>>;
    case Opcode::kBrev:
      return unary<T, T, Reverse>;
    default:
      return nullptr;
  }
}

Handler select_funnel(const Form& form) {
  using T = std::uint32_t;
  const bool wraps = form.second_mode == Mode::kWrapShift;
  if (form.mode == Mode::kLeft) {
    return wraps ? ternary<T, T, T, Funnel<true, true>> : ternary<T, T, T, Funnel<true, false>>;
  }
  return wraps ? ternary<T, T, T, Funnel<false, true>> : ternary<T, T, T, Funnel<false, false>>;
}

Handler select_shift_and_add(const Form& form) {
  using T = std::uint32_t;
  const bool is_known =
      form.type == Type::kU32 && form.mode == Mode::kClampShift && form.second_mode == Mode::kAdd;
  return is_known ? ternary<T, T, T, ShiftAndAdd> : nullptr;
}

}  // namespace

Handler select_logic(const Form& form) {
  if (form.type == Type::kPred) {
    return select_predicate(form.opcode);
  }
  switch (form.opcode) {
    case Opcode::kShf:
      return select_funnel(form);
    case Opcode::kVshr:
      return select_shift_and_add(form);
    case Opcode::kLop3:
      return lop3;
    case Opcode::kFns:
      return find_nth_set;
    default:
      break;
  }
  if (const Handler field = select_bit_field(form); field != nullptr) {
    return field;
  }
  switch (ptx::bytes_of(form.type)) {
    case 2:
      return select_bits<std::uint16_t>(form);
    case 4:
      return select_bits<std::uint32_t>(form);
    case 8:
      return select_bits<std::uint64_t>(form);
    default:
      return nullptr;
  }
}

}  // namespace warpschool::sim::WARPSCHOOL_ISA
