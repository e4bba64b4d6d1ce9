// Lane arrays and the loops over them. Included by the handler files only, which are compiled once
// for each instruction set of the host. Everything here lives in a namespace of that name, so that
// no AVX2 code leaks into the baseline.
#pragma once

#include "exec/schedule/warp.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>

#ifndef WARPSCHOOL_ISA
#  define WARPSCHOOL_ISA baseline
#endif

// Lanes are independent: source and destination are the same array or do not overlap.
#if defined(__clang__)
#  define WARPSCHOOL_EACH_LANE \
    _Pragma("clang loop vectorize(assume_safety)") for (unsigned l = 0; l < kWarpSize; ++l)
#else
#  define WARPSCHOOL_EACH_LANE _Pragma("GCC ivdep") for (unsigned l = 0; l < kWarpSize; ++l)
#endif
#define WARPSCHOOL_INLINE [[gnu::always_inline]] inline

namespace warpschool::sim::WARPSCHOOL_ISA {

// These files are compiled with -fno-strict-aliasing: a frame is bytes.
using Word = std::uint32_t;
using DoubleWord = std::uint64_t;

/// The word of a slot that holds a T.
template <class T>
using SlotOf = std::conditional_t<sizeof(T) == 8, DoubleWord, Word>;

alignas(64) inline constexpr std::uint32_t kLaneBit[kWarpSize] = {
    1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
    1u << 8,  1u << 9,  1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
    1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
    1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};

template <class S>
WARPSCHOOL_INLINE S* lanes(Warp& warp, std::uint32_t slot) {
  return static_cast<S*>(__builtin_assume_aligned(warp.frame + slot, 64));
}

WARPSCHOOL_INLINE LaneMask& predicate(Warp& warp, std::uint32_t slot) {
  return *reinterpret_cast<Word*>(warp.frame + slot);
}

/// The value of type T in a slot's word.
template <class T, class S>
WARPSCHOOL_INLINE T decode(S word) {
  if constexpr (std::is_floating_point_v<T>) {
    static_assert(sizeof(T) == sizeof(S));
    return __builtin_bit_cast(T, word);
  } else {
    return static_cast<T>(word);
  }
}

template <class S, class T>
WARPSCHOOL_INLINE S encode(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    static_assert(sizeof(T) == sizeof(S));
    return __builtin_bit_cast(S, value);
  } else if constexpr (sizeof(T) < sizeof(S)) {
    return static_cast<S>(static_cast<std::make_unsigned_t<T>>(value));
  } else {
    return static_cast<S>(value);
  }
}

/// d[l] := compute(l) for the active lanes. All lanes are computed, so compute must be defined for
/// any bits.
template <class R, class Compute>
WARPSCHOOL_INLINE void store_lanes(SlotOf<R>* d, LaneMask active, Compute compute) {
  using S = SlotOf<R>;
  if (active == kAllLanes) [[likely]] {
    WARPSCHOOL_EACH_LANE {
      d[l] = encode<S, R>(compute(l));
    }
  } else {
    WARPSCHOOL_EACH_LANE {
      const S result = encode<S, R>(compute(l));
      d[l] = (active & kLaneBit[l]) != 0 ? result : d[l];
    }
  }
}

/// The lanes for which compute(l) is true.
template <class Compute>
WARPSCHOOL_INLINE LaneMask collect_lanes(Compute compute) {
  LaneMask result = 0;
  WARPSCHOOL_EACH_LANE {
    result |= compute(l) ? kLaneBit[l] : 0u;
  }
  return result;
}

WARPSCHOOL_INLINE void blend(LaneMask& target, LaneMask value, LaneMask active) {
  target = (target & ~active) | (value & active);
}

template <class R, class A, class Op>
void unary(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<SlotOf<A>>(warp, i.a);
  store_lanes<R>(
      lanes<SlotOf<R>>(warp, i.d), active, [=](unsigned l) __attribute__((always_inline)) {
        return Op::template apply<A>(decode<A>(a[l]));
      });
}

template <class R, class A, class Op>
void binary(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<SlotOf<A>>(warp, i.a);
  const auto* b = lanes<SlotOf<A>>(warp, i.b);
  store_lanes<R>(
      lanes<SlotOf<R>>(warp, i.d), active, [=](unsigned l) __attribute__((always_inline)) {
        return Op::template apply<A>(decode<A>(a[l]), decode<A>(b[l]));
      });
}

template <class R, class A, class C, class Op>
void ternary(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<SlotOf<A>>(warp, i.a);
  const auto* b = lanes<SlotOf<A>>(warp, i.b);
  const auto* c = lanes<SlotOf<C>>(warp, i.c);
  store_lanes<R>(
      lanes<SlotOf<R>>(warp, i.d), active, [=](unsigned l) __attribute__((always_inline)) {
        return Op::template apply<A>(decode<A>(a[l]), decode<A>(b[l]), decode<C>(c[l]));
      });
}

// What each handler file answers: the handler of a form, or nullptr.
Handler select_arith(const Form& form);
Handler select_logic(const Form& form);
Handler select_compare(const Form& form);
Handler select_convert(const Form& form);
Handler select_move(const Form& form);
Handler select_float_math(const Form& form);
Handler select_memory(const Form& form);
Handler select_atomic(const Form& form);
Handler select_warp(const Form& form);
Handler select_matrix(const Form& form);
Handler select_other(const Form& form);
Handler select(const Form& form);

}  // namespace warpschool::sim::WARPSCHOOL_ISA
