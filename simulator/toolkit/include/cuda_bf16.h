/* bfloat16 (CUDA Math API, "Bfloat16 Precision Intrinsics"): the upper half of a float, alone and in pairs. Each operation computes in
 * float or double and rounds once, to the nearest, ties to even.
 *
 * bf16_scalar.h has the operations on one value, bf16_pair.h those on two, bf16_math.h the functions. */
#ifndef WARPSCHOOL_CUDA_BF16_H
#define WARPSCHOOL_CUDA_BF16_H
#define __CUDA_BF16_H__ /* programs and their helpers ask for it by this name */

#include "cuda_runtime.h"

#ifdef __cplusplus

#  include <math.h>

#  if defined(__CUDA__) && defined(__clang__)
#    define WS_BF static __inline__ __attribute__((host, device, always_inline, nodebug, unused))
#    define WS_BF_MEMBER __inline__ __attribute__((host, device, always_inline, nodebug))
#  else
#    define WS_BF static __inline__ __attribute__((unused))
#    define WS_BF_MEMBER __inline__
#  endif

WS_BF unsigned short warpschool_bf16_bits(float value) {
  unsigned int bits;
  __builtin_memcpy(&bits, &value, sizeof(bits));
  if (value != value) return 0x7fffu;
  return (unsigned short)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}
/* By way of a float that is rounded to odd: its last bit remembers what was cut off. */
WS_BF unsigned short warpschool_bf16_bits(double value) {
  float near = (float)value;
  unsigned int bits;
  __builtin_memcpy(&bits, &near, sizeof(bits));
  const double back = (double)near;
  if (value == value && back != value && (bits & 1u) == 0 && (bits & 0x7f800000u) != 0x7f800000u) {
    bits += (back < value) == (value > 0) ? 1u : 0xffffffffu;
    __builtin_memcpy(&near, &bits, sizeof(near));
  }
  return warpschool_bf16_bits(near);
}

/* What double cannot hold of a long number can only break a tie: as one more bit at its end it is kept. */
WS_BF unsigned short warpschool_bf16_bits(unsigned long long value) {
  const unsigned long long kept = value >> 12;
  return value < (1ull << 52) ? warpschool_bf16_bits((double)value)
                              : warpschool_bf16_bits((double)(kept | ((value & 0xfffu) != 0 ? 1u : 0u)) * 4096.0);
}
WS_BF unsigned short warpschool_bf16_bits(long long value) {
  return value < 0 ? (unsigned short)(0x8000u | warpschool_bf16_bits(0ull - (unsigned long long)value))
                   : warpschool_bf16_bits((unsigned long long)value);
}

struct __nv_bfloat16_raw {
  unsigned short x;
};
struct __nv_bfloat162_raw {
  unsigned short x, y;
};
struct __attribute__((aligned(2))) __nv_bfloat16 {
  unsigned short __x;

  __nv_bfloat16() = default;
  WS_BF_MEMBER __nv_bfloat16(const __nv_bfloat16_raw& raw) : __x(raw.x) {}
  WS_BF_MEMBER __nv_bfloat16(float value) : __x(warpschool_bf16_bits(value)) {}
  WS_BF_MEMBER __nv_bfloat16(double value) : __x(warpschool_bf16_bits(value)) {}
  WS_BF_MEMBER __nv_bfloat16(short value) : __x(warpschool_bf16_bits((float)value)) {}
  WS_BF_MEMBER __nv_bfloat16(unsigned short value) : __x(warpschool_bf16_bits((float)value)) {}
  WS_BF_MEMBER __nv_bfloat16(int value) : __x(warpschool_bf16_bits((double)value)) {}
  WS_BF_MEMBER __nv_bfloat16(unsigned int value) : __x(warpschool_bf16_bits((double)value)) {}
  WS_BF_MEMBER __nv_bfloat16(long value) : __x(warpschool_bf16_bits((long long)value)) {}
  WS_BF_MEMBER __nv_bfloat16(unsigned long value) : __x(warpschool_bf16_bits((unsigned long long)value)) {}
  WS_BF_MEMBER __nv_bfloat16(long long value) : __x(warpschool_bf16_bits(value)) {}
  WS_BF_MEMBER __nv_bfloat16(unsigned long long value) : __x(warpschool_bf16_bits(value)) {}
  WS_BF_MEMBER operator float() const {
    const unsigned int bits = (unsigned int)__x << 16;
    float value;
    __builtin_memcpy(&value, &bits, sizeof(value));
    return value;
  }
  WS_BF_MEMBER operator __nv_bfloat16_raw() const {
    __nv_bfloat16_raw raw;
    raw.x = __x;
    return raw;
  }
};
typedef __nv_bfloat16 nv_bfloat16;
struct __attribute__((aligned(4))) __nv_bfloat162 {
  __nv_bfloat16 x, y;

  __nv_bfloat162() = default;
  WS_BF_MEMBER __nv_bfloat162(const __nv_bfloat16& low, const __nv_bfloat16& high) : x(low), y(high) {}
  WS_BF_MEMBER __nv_bfloat162(const __nv_bfloat162_raw& raw) {
    x.__x = raw.x;
    y.__x = raw.y;
  }
};
typedef __nv_bfloat162 nv_bfloat162;

#  include "warpschool_toolkit/bf16_scalar.h"
/* pairs are made of single values */
#  include "warpschool_toolkit/bf16_pair.h"
/* and functions of both */
#  include "warpschool_toolkit/bf16_math.h"
#  undef WS_BF
#  undef WS_BF_MEMBER
#endif
#endif
