/* Half precision (CUDA Math API, "Half Precision Intrinsics"): IEEE 754 binary16, alone and in pairs.
 *
 * Device code uses the f16 instructions of PTX; host code computes in float or double and rounds once, with the same results.
 * half_scalar.h has the operations on one value, half_pair.h those on two, half_math.h the functions. */
#ifndef WARPSCHOOL_CUDA_FP16_H
#define WARPSCHOOL_CUDA_FP16_H
#define __CUDA_FP16_H__ /* programs and their helpers ask for it by this name */

#include "cuda_runtime.h"

#ifdef __cplusplus

#  include <math.h>
#  include <string.h>

#  if defined(__CUDA__) && defined(__clang__)
#    define WS_HALF static __inline__ __attribute__((host, device, always_inline, nodebug, unused))
#    define WS_HALF_MEMBER __inline__ __attribute__((host, device, always_inline, nodebug))
#  else
#    define WS_HALF static __inline__ __attribute__((unused))
#    define WS_HALF_MEMBER __inline__
#  endif

struct __half_raw {
  unsigned short x;
};
struct __half2_raw {
  unsigned short x, y;
};

/* The bits of `value` rounded to binary16, ties to even. Written out, so that constants are folded on either side. */
WS_HALF unsigned short warpschool_half_bits(double value) {
  unsigned long long wide, scale_bits;
  __builtin_memcpy(&wide, &value, sizeof(wide));
  const unsigned short sign = (unsigned short)((wide >> 48) & 0x8000u);
  const double size = __builtin_fabs(value);
  if (value != value) return 0x7fffu;
  if (size >= 65520.0) return (unsigned short)(sign | 0x7c00u);
  /* The weight of the last bit; below 2^-14 all numbers share the one of the subnormals. */
  int exponent = (int)((wide >> 52) & 0x7ffu) - 1023;
  exponent = exponent < -14 ? -14 : exponent;
  scale_bits = (unsigned long long)(1023 + 10 - exponent) << 52;
  double scale;
  __builtin_memcpy(&scale, &scale_bits, sizeof(scale));
  const double units = __builtin_rint(size * scale);
  return (unsigned short)(sign | ((unsigned)(exponent + 14) * 1024u + (unsigned)units));
}
WS_HALF unsigned short warpschool_half_bits(float value) {
#  ifdef __CUDA_ARCH__
  unsigned short bits;
  __asm__("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
  return bits;
#  else
  return warpschool_half_bits((double)value);
#  endif
}
WS_HALF float warpschool_half_value(unsigned short bits) {
#  ifdef __CUDA_ARCH__
  float value;
  __asm__("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
  return value;
#  else
  const int exponent = (bits >> 10) & 31, fraction = bits & 1023;
  const float size = exponent == 31  ? (fraction == 0 ? (float)INFINITY : (float)NAN)
                     : exponent == 0 ? ldexpf((float)fraction, -24)
                                     : ldexpf((float)(fraction + 1024), exponent - 25);
  return (bits & 0x8000u) != 0 ? -size : size;
#  endif
}

struct __attribute__((aligned(2))) __half {
  unsigned short __x;

  __half() = default;
  WS_HALF_MEMBER __half(const __half_raw& raw) : __x(raw.x) {}
  WS_HALF_MEMBER __half(float value) : __x(warpschool_half_bits(value)) {}
  WS_HALF_MEMBER __half(double value) : __x(warpschool_half_bits(value)) {}
  /* What float cannot hold exactly is far beyond the range of a half. */
  WS_HALF_MEMBER __half(short value) : __x(warpschool_half_bits((float)value)) {}
  WS_HALF_MEMBER __half(unsigned short value) : __x(warpschool_half_bits((float)value)) {}
  WS_HALF_MEMBER __half(int value) : __x(warpschool_half_bits((float)value)) {}
  WS_HALF_MEMBER __half(unsigned int value) : __x(warpschool_half_bits((float)value)) {}
  WS_HALF_MEMBER __half(long value) : __x(warpschool_half_bits((float)value)) {}
  WS_HALF_MEMBER __half(unsigned long value) : __x(warpschool_half_bits((float)value)) {}
  WS_HALF_MEMBER __half(long long value) : __x(warpschool_half_bits((float)value)) {}
  WS_HALF_MEMBER __half(unsigned long long value) : __x(warpschool_half_bits((float)value)) {}
  WS_HALF_MEMBER operator float() const { return warpschool_half_value(__x); }
  WS_HALF_MEMBER operator __half_raw() const {
    __half_raw raw;
    raw.x = __x;
    return raw;
  }
};
typedef __half half;

struct __attribute__((aligned(4))) __half2 {
  __half x, y;

  __half2() = default;
  WS_HALF_MEMBER __half2(const __half& low, const __half& high) : x(low), y(high) {}
  WS_HALF_MEMBER __half2(const __half2_raw& raw) {
    x.__x = raw.x;
    y.__x = raw.y;
  }
};
typedef __half2 half2;

#  include "warpschool_toolkit/half_scalar.h"
/* pairs are made of single values */
#  include "warpschool_toolkit/half_pair.h"
/* and functions of both */
#  include "warpschool_toolkit/half_math.h"
#  undef WS_HALF
#  undef WS_HALF_MEMBER

#endif
#endif
