// atom and red (PTX ISA, section 9.7.13): the lanes of a warp one after the other, in ascending
// order.
#include "exec/access/access.hpp"
#include "exec/handlers/half_ops.hpp"
#include "exec/schedule/lock_holders.hpp"

#include <cstring>

namespace warpschool::sim::WARPSCHOOL_ISA {
namespace {

using ptx::Type;

struct Add {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T old, T b, T) {
    if constexpr (std::is_floating_point_v<T>) {
      return old + b;
    } else {
      return static_cast<T>(static_cast<std::make_unsigned_t<T>>(old) +
                            static_cast<std::make_unsigned_t<T>>(b));
    }
  }
};
/// One or two 16-bit floating-point numbers in a T.
template <class Format>
struct AddSmall {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T old, T b, T) {
    std::uint32_t result = 0;
    for (unsigned shift = 0; shift < 8 * sizeof(T); shift += 16) {
      const double sum = sum_to_odd(widen<Format>(static_cast<std::uint32_t>(old) >> shift),
                                    widen<Format>(static_cast<std::uint32_t>(b) >> shift));
      result |= round_to<Format>(sum, Rounding::kNearest) << shift;
    }
    return static_cast<T>(result);
  }
};
struct Min {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T old, T b, T) {
    return b < old ? b : old;
  }
};
struct Max {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T old, T b, T) {
    return old < b ? b : old;
  }
};
struct And {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T old, T b, T) {
    return static_cast<T>(old & b);
  }
};
struct Or {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T old, T b, T) {
    return static_cast<T>(old | b);
  }
};
struct Xor {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T old, T b, T) {
    return static_cast<T>(old ^ b);
  }
};
struct Exchange {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T, T b, T) {
    return b;
  }
};
struct CompareAndSwap {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T old, T b, T c) {
    return old == b ? c : old;
  }
};
struct Increment {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T old, T b, T) {
    return old >= b ? T{0} : static_cast<T>(old + 1);
  }
};
struct Decrement {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T old, T b, T) {
    return old == 0 || old > b ? b : static_cast<T>(old - 1);
  }
};

/// What is done to a place when the batch that asked for it is committed.
template <class T, class Op>
void apply_deferred(std::byte* place, std::uint64_t operand) {
  T old;
  std::memcpy(&old, place, sizeof old);
  const T b = decode<T>(static_cast<SlotOf<T>>(operand));
  const T result = Op::template apply<T>(old, b, b);
  std::memcpy(place, &result, sizeof result);
}

template <class T, class Op>
void atomic(Warp& warp, const Decoded& i, LaneMask active) {
  const bool returns = i.d != kNoSlot;
  warp.spins += returns ? 1 : 0;
  const auto* b = lanes<SlotOf<T>>(warp, i.b);
  const auto* c = i.c == kNoSlot ? b : lanes<SlotOf<T>>(warp, i.c);
  while (active != 0) {
    AccessRequest request{.kind = AccessKind::kAtomic,
                          .space = i.space,
                          .bytes = sizeof(T),
                          .active = active,
                          .site = i.extra};
    Access access;
    const LaneMask served = resolve(warp, i, i.a, i.displacement, request, access);
    active &= ~served;
    if (warp.speculation != nullptr && access.space == Space::kGlobal && defers_atomics(warp))
        [[unlikely]] {
      for (LaneMask rest = served; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
        defer_atomic(warp, access.base + access.delta[lane], b[lane], apply_deferred<T, Op>);
      }
      continue;
    }
    std::uint32_t changes = 0;  // in a register: the guest's bytes may alias anything in memory
    for (LaneMask rest = served; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
      std::byte* place = access.base + access.delta[lane];
      T old;
      std::memcpy(&old, place, sizeof old);
      const T result = Op::template apply<T>(old, decode<T>(b[lane]), decode<T>(c[lane]));
      if (returns) {
        lanes<SlotOf<T>>(warp, i.d)[lane] = encode<SlotOf<T>, T>(old);
      }
      using Bits = SlotOf<T>;  // -0.0 is no 0.0, and a NaN is itself
      const bool changed = encode<Bits, T>(old) != encode<Bits, T>(result);
      changes += changed ? 1u : 0u;
      std::memcpy(place, &result, sizeof result);
      if constexpr (std::is_same_v<Op, CompareAndSwap> || std::is_same_v<Op, Exchange>) {
        if (changed && returns) {
          note_swapped(warp, i, lane);
        }
      }
    }
    warp.writes += changes;
  }
}

template <class T>
Handler select_number(Mode mode) {
  switch (mode) {
    case Mode::kAdd:
      return atomic<T, Add>;
    case Mode::kMin:
      return atomic<T, Min>;
    case Mode::kMax:
      return atomic<T, Max>;
    default:
      return nullptr;
  }
}

template <class T>
Handler select_bits(Mode mode) {
  switch (mode) {
    case Mode::kAnd:
      return atomic<T, And>;
    case Mode::kOr:
      return atomic<T, Or>;
    case Mode::kXor:
      return atomic<T, Xor>;
    case Mode::kExch:
      return atomic<T, Exchange>;
    case Mode::kCas:
      return atomic<T, CompareAndSwap>;
    case Mode::kInc:
      return atomic<T, Increment>;
    case Mode::kDec:
      return atomic<T, Decrement>;
    default:
      return select_number<T>(mode);
  }
}

}  // namespace

Handler select_atomic(const Form& form) {
  switch (form.type) {
    case Type::kB16:
      return select_bits<std::uint16_t>(form.mode);
    case Type::kB32:
    case Type::kU32:
      return select_bits<std::uint32_t>(form.mode);
    case Type::kB64:
    case Type::kU64:
      return select_bits<std::uint64_t>(form.mode);
    case Type::kS32:
      return select_bits<std::int32_t>(form.mode);
    case Type::kS64:
      return select_bits<std::int64_t>(form.mode);
    case Type::kF32:
      return select_number<float>(form.mode);
    case Type::kF64:
      return select_number<double>(form.mode);
    case Type::kF16:
      return atomic<std::uint16_t, AddSmall<HalfFormat>>;
    case Type::kF16x2:
      return atomic<std::uint32_t, AddSmall<HalfFormat>>;
    case Type::kBf16:
      return atomic<std::uint16_t, AddSmall<BrainFormat>>;
    case Type::kBf16x2:
      return atomic<std::uint32_t, AddSmall<BrainFormat>>;
    default:
      return nullptr;
  }
}

}  // namespace warpschool::sim::WARPSCHOOL_ISA
