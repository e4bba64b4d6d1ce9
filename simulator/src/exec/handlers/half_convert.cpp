// cvt from and to f16, bf16 and tf32 (PTX ISA, section 9.7.9.21): the exact number, rounded once.
#include "exec/handlers/half_ops.hpp"

#include <limits>

namespace warpschool::sim::WARPSCHOOL_ISA {
namespace {

using ptx::Type;
using Flags = ArithmeticFlags;

/// How a register's word is a number of type T.
template <class T>
struct Source {
  using Slot = SlotOf<T>;
  static double number(Slot word) {
    if constexpr (std::is_same_v<T, float>) {
      // .ftz or not: an H100 does not flush what becomes a half.
      return static_cast<double>(decode<float>(word));
    } else if constexpr (std::is_same_v<T, double>) {
      return decode<double>(word);
    } else {
      return integer_to_odd(static_cast<T>(word));
    }
  }
};
template <>
struct Source<HalfFormat> {
  using Slot = Word;
  static double number(Slot word) { return widen<HalfFormat>(word); }
};
template <>
struct Source<BrainFormat> {
  using Slot = Word;
  static double number(Slot word) { return widen<BrainFormat>(word); }
};

double integral(double value, Rounding rounding) {
  switch (rounding) {
    case Rounding::kDown:
      return std::floor(value);
    case Rounding::kUp:
      return std::ceil(value);
    case Rounding::kZero:
      return std::trunc(value);
    default:
      return std::nearbyint(value);
  }
}

/// How a number becomes a word of type T.
template <class T>
struct Target {
  static constexpr bool kIsInteger = std::is_integral_v<T>;
  using Slot = SlotOf<T>;
  static Slot word(double value, Rounding) {
    if constexpr (kIsInteger) {
      using Limits = std::numeric_limits<T>;
      const auto extend = [](T integer) {  // 8-bit results are kept extended to the register
        return sizeof(T) == 1 ? static_cast<Slot>(static_cast<std::make_signed_t<Slot>>(integer))
                              : encode<Slot, T>(integer);
      };
      if (value != value) {
        return extend(sizeof(T) == 8 ? static_cast<T>(std::uint64_t{1} << 63) : T{0});
      }
      if (value >= std::ldexp(1.0, Limits::digits)) {
        return extend(Limits::max());
      }
      return extend(value <= static_cast<double>(Limits::min()) ? Limits::min()
                                                                : static_cast<T>(value));
    } else {
      return encode<Slot, T>(canonical(static_cast<T>(value)));  // exact: T is wider
    }
  }
};
template <class Format>
struct SmallTarget {
  static constexpr bool kIsInteger = false;
  using Slot = Word;
  static Slot word(double value, Rounding rounding) { return round_to<Format>(value, rounding); }
};
template <>
struct Target<HalfFormat> : SmallTarget<HalfFormat> {};
template <>
struct Target<BrainFormat> : SmallTarget<BrainFormat> {};
template <>
struct Target<TensorFormat> : SmallTarget<TensorFormat> {};

template <class D, class S>
typename Target<D>::Slot converted(typename Source<S>::Slot word, const Decoded& i) {
  const Rounding rounding = rounding_of(i);
  double value = Source<S>::number(word);
  if (Target<D>::kIsInteger || (i.extra & Flags::kIntegral) != 0) {
    value = integral(value, rounding);
  }
  return Target<D>::word(limited(value, Target<D>::kIsInteger ? 0 : i.extra), rounding);
}

template <class D, class S>
void convert(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<typename Source<S>::Slot>(warp, i.a);
  auto* d = lanes<typename Target<D>::Slot>(warp, i.d);
  for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
    const auto l = static_cast<unsigned>(__builtin_ctz(rest));
    d[l] = converted<D, S>(a[l], i);
  }
}

/// cvt.f16x2.f32 d, a, b: a becomes the upper half.
template <class Format>
void convert_pair(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<Word>(warp, i.a);
  const auto* b = lanes<Word>(warp, i.b);
  auto* d = lanes<Word>(warp, i.d);
  for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
    const auto l = static_cast<unsigned>(__builtin_ctz(rest));
    d[l] = converted<Format, float>(a[l], i) << 16 | converted<Format, float>(b[l], i);
  }
}

template <class S>
Handler select_from(Type type) {
  switch (type) {
    case Type::kU8:
      return convert<std::uint8_t, S>;
    case Type::kS8:
      return convert<std::int8_t, S>;
    case Type::kU16:
      return convert<std::uint16_t, S>;
    case Type::kS16:
      return convert<std::int16_t, S>;
    case Type::kU32:
      return convert<std::uint32_t, S>;
    case Type::kS32:
      return convert<std::int32_t, S>;
    case Type::kU64:
      return convert<std::uint64_t, S>;
    case Type::kS64:
      return convert<std::int64_t, S>;
    case Type::kF16:
      return convert<HalfFormat, S>;
    case Type::kBf16:
      return convert<BrainFormat, S>;
    case Type::kF32:
      return convert<float, S>;
    case Type::kF64:
      return convert<double, S>;
    default:
      return nullptr;
  }
}

template <class D>
Handler select_to(Type type) {
  switch (type) {
    case Type::kU8:
      return convert<D, std::uint8_t>;
    case Type::kS8:
      return convert<D, std::int8_t>;
    case Type::kU16:
      return convert<D, std::uint16_t>;
    case Type::kS16:
      return convert<D, std::int16_t>;
    case Type::kU32:
      return convert<D, std::uint32_t>;
    case Type::kS32:
      return convert<D, std::int32_t>;
    case Type::kU64:
      return convert<D, std::uint64_t>;
    case Type::kS64:
      return convert<D, std::int64_t>;
    case Type::kF32:
      return convert<D, float>;
    case Type::kF64:
      return convert<D, double>;
    default:
      return nullptr;
  }
}

}  // namespace

Handler select_half_conversion(const Form& form) {
  if (form.mode == Mode::kPack) {
    return form.type == Type::kF16x2 ? convert_pair<HalfFormat> : convert_pair<BrainFormat>;
  }
  if (form.source_type == Type::kF16) {
    return select_from<HalfFormat>(form.type);
  }
  if (form.source_type == Type::kBf16) {
    return select_from<BrainFormat>(form.type);
  }
  switch (form.type) {
    case Type::kF16:
      return select_to<HalfFormat>(form.source_type);
    case Type::kBf16:
      return select_to<BrainFormat>(form.source_type);
    case Type::kTf32:
      return form.source_type == Type::kF32 ? convert<TensorFormat, float> : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace warpschool::sim::WARPSCHOOL_ISA
