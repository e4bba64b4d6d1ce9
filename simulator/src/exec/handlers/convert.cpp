// cvt (PTX ISA, section 9.7.9).
#include "exec/handlers/float_ops.hpp"

#include <cmath>
#include <limits>

namespace warpschool::sim::WARPSCHOOL_ISA {
namespace {

using ptx::Type;

/// 8-bit results are kept extended to the register.
template <class D>
WARPSCHOOL_INLINE auto extend(D value) {
  if constexpr (std::is_same_v<D, std::int8_t>) {
    return static_cast<std::int32_t>(value);
  } else if constexpr (std::is_same_v<D, std::uint8_t>) {
    return static_cast<std::uint32_t>(value);
  } else {
    return value;
  }
}

template <class D, class S, bool saturate>
WARPSCHOOL_INLINE D integer_to_integer(S value) {
  if constexpr (saturate) {
    using Limits = std::numeric_limits<D>;
    if constexpr (std::is_signed_v<S>) {
      if (value < 0) {
        if constexpr (!std::is_signed_v<D>) {
          return 0;
        } else if (static_cast<std::int64_t>(value) < static_cast<std::int64_t>(Limits::min())) {
          return Limits::min();
        }
        return static_cast<D>(value);
      }
    }
    return static_cast<std::uint64_t>(value) > static_cast<std::uint64_t>(Limits::max())
               ? Limits::max()
               : static_cast<D>(value);
  } else {
    return static_cast<D>(value);
  }
}

template <class D, class S, class SourceSlot, bool saturate>
void integers(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<SourceSlot>(warp, i.a);
  using R = decltype(extend(D{}));
  store_lanes<R>(
      lanes<SlotOf<R>>(warp, i.d), active, [=](unsigned l) __attribute__((always_inline)) {
        return extend(integer_to_integer<D, S, saturate>(static_cast<S>(a[l])));
      });
}

template <Rounding rounding, class F>
WARPSCHOOL_INLINE F to_integral(F value) {
  switch (rounding) {
    case Rounding::kNearest:
      return sizeof(F) == 4 ? static_cast<F>(__builtin_rintf(static_cast<float>(value)))
                            : static_cast<F>(__builtin_rint(static_cast<double>(value)));
    case Rounding::kDown:
      return static_cast<F>(__builtin_floor(static_cast<double>(value)));
    case Rounding::kUp:
      return static_cast<F>(__builtin_ceil(static_cast<double>(value)));
    case Rounding::kZero:
      return static_cast<F>(__builtin_trunc(static_cast<double>(value)));
    default:
      return value;
  }
}

/// Out of range clamps. NaN becomes 0, or 1 << (width - 1) if a double or a 64-bit integer takes
/// part.
template <class D, class F>
WARPSCHOOL_INLINE D clamp_to(F value) {
  using Limits = std::numeric_limits<D>;
  constexpr F kLow = static_cast<F>(Limits::min());
  constexpr D kHalf = Limits::max() / 2 + 1;
  constexpr F kBeyond = static_cast<F>(kHalf) * F{2};
  const bool fits = value >= kLow && value < kBeyond;
  constexpr bool kIsWide = sizeof(F) == 8 || sizeof(D) == 8;
  constexpr auto kNan = static_cast<D>(kIsWide ? std::uint64_t{1} << (8 * sizeof(D) - 1) : 0);
  const D inside = fits ? static_cast<D>(fits ? value : F{0}) : kNan;
  return value >= kBeyond ? Limits::max() : (value < kLow ? Limits::min() : inside);
}

template <class D, class F, Rounding rounding, bool ftz>
void float_to_integer(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<SlotOf<F>>(warp, i.a);
  using R = decltype(extend(D{}));
  store_lanes<R>(
      lanes<SlotOf<R>>(warp, i.d), active, [=](unsigned l) __attribute__((always_inline)) {
        F value = decode<F>(a[l]);
        if constexpr (ftz) {
          value = flush(value);
        }
        return extend(clamp_to<D>(to_integral<rounding>(value)));
      });
}

template <class F, class S, class SourceSlot, bool saturate>
void integer_to_float(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<SourceSlot>(warp, i.a);
  store_lanes<F>(
      lanes<SlotOf<F>>(warp, i.d), active, [=](unsigned l) __attribute__((always_inline)) {
        const auto integer = static_cast<S>(a[l]);
        if constexpr (saturate) {
          return integer > S{0} ? F{1} : F{0};
        }
        return static_cast<F>(integer);
      });
}

/// Towards minus infinity a compiler's way through a subtraction makes zero negative: x - x is -0
/// in this mode. No integer becomes -0.
template <class F, class S, class SourceSlot>
void integer_to_float_down(Warp& warp, const Decoded& i, LaneMask active) {
  rounded<integer_to_float<F, S, SourceSlot, false>, FE_DOWNWARD>(warp, i, active);
  auto* d = lanes<SlotOf<F>>(warp, i.d);
  const auto negative_zero = encode<SlotOf<F>, F>(F{-0.0});
  WARPSCHOOL_EACH_LANE {
    const bool wrong = (active & kLaneBit[l]) != 0 && d[l] == negative_zero;
    d[l] = wrong ? SlotOf<F>{0} : d[l];
  }
}

template <class D, class F, Rounding rounding, bool ftz, bool saturate>
void float_to_float(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<SlotOf<F>>(warp, i.a);
  store_lanes<D>(
      lanes<SlotOf<D>>(warp, i.d), active, [=](unsigned l) __attribute__((always_inline)) {
        F source = decode<F>(a[l]);
        if constexpr (ftz && sizeof(F) == 4) {
          source = flush(source);
        }
        D value = static_cast<D>(to_integral<rounding>(source));
        if constexpr (ftz && sizeof(D) == 4) {
          value = flush(value);
        }
        if constexpr (saturate) {
          value = value > D{0} ? (value < D{1} ? value : D{1}) : D{0};
        }
        return canonical(value);
      });
}

void half_to_single(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<Word>(warp, i.a);
  store_lanes<float>(lanes<Word>(warp, i.d), active,
                     [=](unsigned l) { return half_to_float(a[l] & 0xffffu); });
}

void single_to_half(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<Word>(warp, i.a);
  store_lanes<std::uint32_t>(lanes<Word>(warp, i.d), active,
                             [=](unsigned l) { return float_to_half(decode<float>(a[l])); });
}

/// Calls chosen(T{}) with the C++ type of a PTX integer type.
template <class Chosen>
Handler with_integer(Type type, Chosen chosen) {
  switch (type) {
    case Type::kB8:
    case Type::kU8:
      return chosen(std::uint8_t{});
    case Type::kS8:
      return chosen(std::int8_t{});
    case Type::kB16:
    case Type::kU16:
      return chosen(std::uint16_t{});
    case Type::kS16:
      return chosen(std::int16_t{});
    case Type::kB32:
    case Type::kU32:
      return chosen(std::uint32_t{});
    case Type::kS32:
      return chosen(std::int32_t{});
    case Type::kB64:
    case Type::kU64:
      return chosen(std::uint64_t{});
    case Type::kS64:
      return chosen(std::int64_t{});
    default:
      return nullptr;
  }
}

template <class D, class S>
Handler select_integers(const Form& form) {
  if constexpr (sizeof(S) == 8) {
    return form.sat ? integers<D, S, DoubleWord, true> : integers<D, S, DoubleWord, false>;
  } else {
    if (form.source_bytes == 8) {
      return form.sat ? integers<D, S, DoubleWord, true> : integers<D, S, DoubleWord, false>;
    }
    return form.sat ? integers<D, S, Word, true> : integers<D, S, Word, false>;
  }
}

template <class D, class F>
Handler select_float_to_integer(const Form& form) {
  const bool flushes = sizeof(F) == 4 && form.ftz;
  switch (form.rounding) {
    case Rounding::kNearest:
      return flushes ? float_to_integer<D, float, Rounding::kNearest, true>
                     : float_to_integer<D, F, Rounding::kNearest, false>;
    case Rounding::kDown:
      return flushes ? float_to_integer<D, float, Rounding::kDown, true>
                     : float_to_integer<D, F, Rounding::kDown, false>;
    case Rounding::kUp:
      return flushes ? float_to_integer<D, float, Rounding::kUp, true>
                     : float_to_integer<D, F, Rounding::kUp, false>;
    default:
      return flushes ? float_to_integer<D, float, Rounding::kZero, true>
                     : float_to_integer<D, F, Rounding::kZero, false>;
  }
}

template <class F, class S, class SourceSlot>
Handler select_saturation(const Form& form) {
  if (!form.sat && form.rounding == Rounding::kDown) {
    return integer_to_float_down<F, S, SourceSlot>;
  }
  return form.sat ? integer_to_float<F, S, SourceSlot, true>
                  : with_rounding<integer_to_float<F, S, SourceSlot, false>>(form.rounding);
}

template <class F, class S>
Handler select_integer_to_float(const Form& form) {
  if constexpr (sizeof(S) == 8) {
    return select_saturation<F, S, DoubleWord>(form);
  } else {
    return form.source_bytes == 8 ? select_saturation<F, S, DoubleWord>(form)
                                  : select_saturation<F, S, Word>(form);
  }
}

template <class D, class F, Rounding rounding>
Handler select_flags(const Form& form) {
  if (form.ftz) {
    return form.sat ? float_to_float<D, F, rounding, true, true>
                    : float_to_float<D, F, rounding, true, false>;
  }
  return form.sat ? float_to_float<D, F, rounding, false, true>
                  : float_to_float<D, F, rounding, false, false>;
}

template <class D, class F>
Handler select_narrowing(const Form& form) {
  if (form.ftz) {
    return form.sat
               ? with_rounding<float_to_float<D, F, Rounding::kNone, true, true>>(form.rounding)
               : with_rounding<float_to_float<D, F, Rounding::kNone, true, false>>(form.rounding);
  }
  return form.sat
             ? with_rounding<float_to_float<D, F, Rounding::kNone, false, true>>(form.rounding)
             : with_rounding<float_to_float<D, F, Rounding::kNone, false, false>>(form.rounding);
}

template <class D, class F>
Handler select_float_to_float(const Form& form) {
  if (!form.integer_rounding) {
    if constexpr (sizeof(D) < sizeof(F)) {
      return select_narrowing<D, F>(form);
    }
    return select_flags<D, F, Rounding::kNone>(form);
  }
  switch (form.rounding) {
    case Rounding::kNearest:
      return select_flags<D, F, Rounding::kNearest>(form);
    case Rounding::kDown:
      return select_flags<D, F, Rounding::kDown>(form);
    case Rounding::kUp:
      return select_flags<D, F, Rounding::kUp>(form);
    default:
      return select_flags<D, F, Rounding::kZero>(form);
  }
}

template <class F>
Handler select_to_float(const Form& form) {
  if (form.source_type == Type::kF32) {
    return select_float_to_float<F, float>(form);
  }
  if (form.source_type == Type::kF64) {
    return select_float_to_float<F, double>(form);
  }
  return with_integer(form.source_type, [&](auto s) -> Handler {
    return select_integer_to_float<F, decltype(s)>(form);
  });
}

Handler select_to_integer(const Form& form) {
  return with_integer(form.type, [&](auto d) -> Handler {
    using D = decltype(d);
    if (form.source_type == Type::kF32) {
      return select_float_to_integer<D, float>(form);
    }
    if (form.source_type == Type::kF64) {
      return select_float_to_integer<D, double>(form);
    }
    return with_integer(form.source_type,
                        [&](auto s) -> Handler { return select_integers<D, decltype(s)>(form); });
  });
}

bool is_small_float(Type type) {
  return type == Type::kF16 || type == Type::kBf16 || type == Type::kTf32;
}

/// The two conversions that programs with half precision make all the time are vectorised.
Handler select_small_float(const Form& form) {
  const bool is_plain = !form.sat && !form.relu;
  if (is_plain && form.type == Type::kF32 && form.source_type == Type::kF16) {
    return half_to_single;
  }
  if (is_plain && form.type == Type::kF16 && form.source_type == Type::kF32 &&
      form.rounding == Rounding::kNearest) {
    return single_to_half;
  }
  return select_half_conversion(form);
}

Handler select_conversion(const Form& form) {
  if (form.mode == Mode::kPack) {
    return select_half_conversion(form);
  }
  const unsigned needed = ptx::bytes_of(form.source_type);
  const bool involves_small = is_small_float(form.type) || is_small_float(form.source_type);
  const bool exact_width = involves_small || ptx::is_float(form.source_type);
  const bool slots_fit = form.destination_bytes == slot_width(form.type) &&
                         form.source_bytes >= needed &&
                         (!exact_width || form.source_bytes == slot_width(form.source_type));
  if (!slots_fit) {
    return nullptr;
  }
  if (involves_small) {
    return select_small_float(form);
  }
  switch (form.type) {
    case Type::kF32:
      return select_to_float<float>(form);
    case Type::kF64:
      return select_to_float<double>(form);
    default:
      return select_to_integer(form);
  }
}

}  // namespace

Handler select_convert(const Form& form) {
  return form.opcode == Opcode::kCvt ? select_conversion(form) : select_move(form);
}

}  // namespace warpschool::sim::WARPSCHOOL_ISA
