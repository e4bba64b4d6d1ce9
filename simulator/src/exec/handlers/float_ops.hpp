// Floating-point arithmetic shared by the handler files. Private to exec/.
#pragma once

#include "exec/handlers/lanes.hpp"

#include <cfenv>

namespace warpschool::sim::WARPSCHOOL_ISA {

Handler select_float_arith(const Form& form);
Handler select_half_arith(const Form& form);
Handler select_half_conversion(const Form& form);

/// A handler run under another rounding mode of the host; the calls around it keep the arithmetic
/// inside.
template <Handler handler, int mode>
void rounded(Warp& warp, const Decoded& i, LaneMask active) {
  const int before = std::fegetround();
  std::fesetround(mode);
  handler(warp, i, active);
  std::fesetround(before);
}

template <Handler handler>
Handler with_rounding(Rounding rounding) {
  switch (rounding) {
    case Rounding::kZero:
      return rounded<handler, FE_TOWARDZERO>;
    case Rounding::kDown:
      return rounded<handler, FE_DOWNWARD>;
    case Rounding::kUp:
      return rounded<handler, FE_UPWARD>;
    default:
      return handler;
  }
}

/// Bytes of a lane's word for a value of this type.
inline unsigned slot_width(ptx::Type type) {
  return ptx::bytes_of(type) == 8 ? 8 : 4;
}

/// Subnormal numbers become zero with their sign.
WARPSCHOOL_INLINE float flush(float value) {
  const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, value);
  return __builtin_bit_cast(float, (bits & 0x7f80'0000u) == 0 ? bits & 0x8000'0000u : bits);
}

/// A GPU's arithmetic in single precision makes one NaN only; in double precision it keeps
/// payloads, as the host does.
WARPSCHOOL_INLINE float canonical(float value) {
  return value != value ? __builtin_bit_cast(float, 0x7fff'ffffu) : value;
}
WARPSCHOOL_INLINE double canonical(double value) {
  return value;
}

/// IEEE 754 binary16 <-> binary32, rounding to nearest even.
WARPSCHOOL_INLINE float half_to_float(std::uint32_t half) {
  const std::uint32_t sign = (half & 0x8000u) << 16;
  const std::uint32_t magnitude = (half & 0x7fffu) << 13;
  const std::uint32_t exponent = magnitude & 0x0f80'0000u;
  if (exponent == 0x0f80'0000u) {  // infinity or NaN
    return __builtin_bit_cast(float, sign | magnitude | 0x7f80'0000u);
  }
  // Scaling by 2^112 rebiases the exponent and normalises subnormals at once.
  const float scaled =
      __builtin_bit_cast(float, magnitude) * __builtin_bit_cast(float, 0x7780'0000u);
  return __builtin_bit_cast(float, __builtin_bit_cast(std::uint32_t, scaled) | sign);
}

WARPSCHOOL_INLINE std::uint32_t float_to_half(float value) {
  const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, value);
  const std::uint32_t sign = (bits >> 16) & 0x8000u;
  const std::uint32_t magnitude = bits & 0x7fff'ffffu;
  if (magnitude > 0x7f80'0000u) {
    return 0x7fffu;
  }
  if (magnitude >= 0x477f'f000u) {  // rounds to 65536 or more
    return sign | 0x7c00u;
  }
  if (magnitude < 0x3880'0000u) {  // subnormal: let the adder round at 2^-24
    const float shifted = __builtin_bit_cast(float, magnitude) + 0.5f;
    return sign | (__builtin_bit_cast(std::uint32_t, shifted) - 0x3f00'0000u);
  }
  const std::uint32_t rounded = magnitude + 0xfffu + ((magnitude >> 13) & 1u);
  return sign | ((rounded - 0x3800'0000u) >> 13);
}

}  // namespace warpschool::sim::WARPSCHOOL_ISA
