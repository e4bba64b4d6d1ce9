// Floating-point numbers of 16 bits (f16, bf16) and tf32: exact values in, one rounding out.
// Private to exec/.
#pragma once

#include "exec/handlers/float_ops.hpp"

#include <cmath>

namespace warpschool::sim::WARPSCHOOL_ISA {

/// A format narrower than float: explicit bits of the mantissa, exponents of normal numbers, and by
/// how many bits the pattern is shifted up in its word.
struct HalfFormat {
  static constexpr int kMantissa = 10, kLowest = -14, kHighest = 15, kShift = 0;
  static constexpr std::uint32_t kSign = 0x8000u, kNan = 0x7fffu;
};
struct BrainFormat {
  static constexpr int kMantissa = 7, kLowest = -126, kHighest = 127, kShift = 0;
  static constexpr std::uint32_t kSign = 0x8000u, kNan = 0x7fffu;
};
struct TensorFormat {  // the upper 19 bits of a float
  static constexpr int kMantissa = 10, kLowest = -126, kHighest = 127, kShift = 13;
  static constexpr std::uint32_t kSign = 0x4'0000u, kNan = 0x3'ffffu;
};

/// Whether `kept`, from which `rest` was cut off, goes up by one.
inline bool rounds_up(std::uint64_t kept, std::uint64_t rest, std::uint64_t half, bool negative,
                      Rounding rounding) {
  switch (rounding) {
    case Rounding::kZero:
      return false;
    case Rounding::kDown:
      return rest != 0 && negative;
    case Rounding::kUp:
      return rest != 0 && !negative;
    case Rounding::kNearestAway:
      return rest >= half;
    default:
      return rest > half || (rest == half && (kept & 1u) != 0);
  }
}

/// A double, rounded once. Exact, because a double that is itself a rounded sum was rounded to odd.
template <class Format>
std::uint32_t round_to(double value, Rounding rounding) {
  constexpr int kMantissa = Format::kMantissa;
  constexpr auto kInfinity = static_cast<std::uint64_t>(Format::kHighest - Format::kLowest + 2)
                             << kMantissa;
  const auto bits = __builtin_bit_cast(std::uint64_t, value);
  const bool negative = (bits >> 63) != 0;
  const std::uint32_t sign = negative ? Format::kSign : 0u;
  const int exponent = static_cast<int>(bits >> 52 & 0x7ffu) - 1023;
  if (value != value) {
    return Format::kNan << Format::kShift;
  }
  if (exponent == 1024) {
    return (sign | static_cast<std::uint32_t>(kInfinity)) << Format::kShift;
  }
  if (value == 0) {
    return sign << Format::kShift;
  }
  const std::uint64_t whole = (bits & 0xf'ffff'ffff'ffffull) | 0x10'0000'0000'0000ull;
  const int below = exponent < Format::kLowest ? Format::kLowest - exponent : 0;
  const int cut = 52 - kMantissa + below > 60 ? 60 : 52 - kMantissa + below;
  const std::uint64_t rest = whole & ((std::uint64_t{1} << cut) - 1);
  std::uint64_t result = whole >> cut;
  result += rounds_up(result, rest, std::uint64_t{1} << (cut - 1), negative, rounding) ? 1u : 0u;
  if (below == 0) {
    result += static_cast<std::uint64_t>(exponent - Format::kLowest) << kMantissa;
  }
  if (result >= kInfinity) {
    const bool stays = rounding == Rounding::kZero || (rounding == Rounding::kDown && !negative) ||
                       (rounding == Rounding::kUp && negative);
    result = stays ? kInfinity - 1 : kInfinity;
  }
  return (sign | static_cast<std::uint32_t>(result)) << Format::kShift;
}

template <class Format>
WARPSCHOOL_INLINE double widen(std::uint32_t bits) {
  if constexpr (std::is_same_v<Format, HalfFormat>) {
    return static_cast<double>(half_to_float(bits & 0xffffu));
  } else {
    return static_cast<double>(__builtin_bit_cast(float, (bits & 0xffffu) << 16));
  }
}

/// a + b rounded to odd: a later rounding to half as many bits or fewer is then as of the exact
/// sum.
inline double sum_to_odd(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  const double error = (a - (sum - b_part)) + (b - b_part);
  const auto bits = __builtin_bit_cast(std::uint64_t, sum);
  if (!std::isfinite(sum) || error == 0 || (bits & 1u) != 0) {
    return sum;
  }
  const bool away = (error > 0) == (sum > 0);
  return __builtin_bit_cast(double, away ? bits + 1 : bits - 1);
}

/// An integer rounded to odd.
template <class T>
double integer_to_odd(T value) {
  if constexpr (sizeof(T) < 8) {
    return static_cast<double>(value);
  } else {
    const bool negative = value < 0;
    const auto wide = static_cast<std::uint64_t>(value);
    const std::uint64_t magnitude = negative ? 0 - wide : wide;
    const std::uint64_t odd = (magnitude & 0x7ffu) != 0 ? 0x800u : 0u;
    const std::uint64_t kept =
        magnitude >> 53 == 0 ? magnitude : (magnitude & ~std::uint64_t{0x7ff}) | odd;
    const auto result = static_cast<double>(kept);
    return negative ? -result : result;
  }
}

/// .sat and .relu of a result
inline double limited(double value, std::uint32_t flags) {
  if ((flags & ArithmeticFlags::kSaturate) != 0) {
    return value > 0 ? (value < 1 ? value : 1) : 0;
  }
  if ((flags & ArithmeticFlags::kRelu) != 0) {
    return value < 0 || value == 0 ? 0 : value;
  }
  return value;
}

WARPSCHOOL_INLINE Rounding rounding_of(const Decoded& i) {
  return static_cast<Rounding>(i.extra >> ArithmeticFlags::kRoundingShift);
}

}  // namespace warpschool::sim::WARPSCHOOL_ISA
