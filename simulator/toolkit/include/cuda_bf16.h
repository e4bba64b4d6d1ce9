/* bfloat16 (CUDA Math API, "Bfloat16 Precision Intrinsics"): the upper half of a float, alone and in pairs. Each operation computes in
 * float or double and rounds once, to the nearest, ties to even. */
#ifndef WARPSCHOOL_CUDA_BF16_H
#define WARPSCHOOL_CUDA_BF16_H

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

struct __nv_bfloat16_raw {
  unsigned short x;
};
struct __attribute__((aligned(2))) __nv_bfloat16 {
  unsigned short __x;

  __nv_bfloat16() = default;
  WS_BF_MEMBER __nv_bfloat16(const __nv_bfloat16_raw& raw) : __x(raw.x) {}
  WS_BF_MEMBER __nv_bfloat16(float value) : __x(warpschool_bf16_bits(value)) {}
  WS_BF_MEMBER __nv_bfloat16(double value) : __x(warpschool_bf16_bits(value)) {}
  WS_BF_MEMBER __nv_bfloat16(int value) : __x(warpschool_bf16_bits((double)value)) {}
  WS_BF_MEMBER __nv_bfloat16(unsigned int value) : __x(warpschool_bf16_bits((double)value)) {}
  WS_BF_MEMBER operator float() const {
    const unsigned int bits = (unsigned int)__x << 16;
    float value;
    __builtin_memcpy(&value, &bits, sizeof(value));
    return value;
  }
};
typedef __nv_bfloat16 nv_bfloat16;
struct __attribute__((aligned(4))) __nv_bfloat162 {
  __nv_bfloat16 x, y;

  __nv_bfloat162() = default;
  WS_BF_MEMBER __nv_bfloat162(const __nv_bfloat16& low, const __nv_bfloat16& high) : x(low), y(high) {}
};
typedef __nv_bfloat162 nv_bfloat162;

WS_BF __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
  __nv_bfloat16_raw raw;
  raw.x = bits;
  return __nv_bfloat16(raw);
}
WS_BF unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return a.__x; }
WS_BF __nv_bfloat16 __float2bfloat16(float a) { return __nv_bfloat16(a); }
WS_BF __nv_bfloat16 __float2bfloat16_rn(float a) { return __nv_bfloat16(a); }
WS_BF __nv_bfloat16 __double2bfloat16(double a) { return __nv_bfloat16(a); }
WS_BF __nv_bfloat16 __int2bfloat16_rn(int a) { return __nv_bfloat16(a); }
WS_BF float __bfloat162float(__nv_bfloat16 a) { return (float)a; }
WS_BF __nv_bfloat162 __float2bfloat162_rn(float a) { return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(a)); }
WS_BF __nv_bfloat162 __floats2bfloat162_rn(float low, float high) { return __nv_bfloat162(__nv_bfloat16(low), __nv_bfloat16(high)); }
WS_BF __nv_bfloat162 __float22bfloat162_rn(float2 a) { return __floats2bfloat162_rn(a.x, a.y); }
WS_BF __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
WS_BF __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 low, __nv_bfloat16 high) { return __nv_bfloat162(low, high); }
WS_BF float2 __bfloat1622float2(__nv_bfloat162 a) {
  float2 r;
  r.x = (float)a.x;
  r.y = (float)a.y;
  return r;
}
WS_BF __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
WS_BF __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
WS_BF float __low2float(__nv_bfloat162 a) { return (float)a.x; }
WS_BF float __high2float(__nv_bfloat162 a) { return (float)a.y; }

WS_BF bool __hisnan(__nv_bfloat16 a) { return (a.__x & 0x7fffu) > 0x7f80u; }
WS_BF __nv_bfloat16 __hneg(__nv_bfloat16 a) { return __ushort_as_bfloat16((unsigned short)(a.__x ^ 0x8000u)); }
WS_BF __nv_bfloat16 __habs(__nv_bfloat16 a) { return __ushort_as_bfloat16((unsigned short)(a.__x & 0x7fffu)); }
WS_BF __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
  return __nv_bfloat16((double)(float)a * (double)(float)b + (double)(float)c);
}
WS_BF __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
  return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
#  define WS_BF_BINARY(name, pair, op)                                                                                 \
    WS_BF __nv_bfloat16 name(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16((float)a op (float)b); }         \
    WS_BF __nv_bfloat162 pair(__nv_bfloat162 a, __nv_bfloat162 b) {                                                    \
      return __nv_bfloat162(name(a.x, b.x), name(a.y, b.y));                                                           \
    }                                                                                                                  \
    WS_BF __nv_bfloat16 operator op(const __nv_bfloat16& a, const __nv_bfloat16& b) { return name(a, b); }             \
    WS_BF __nv_bfloat16& operator op##=(__nv_bfloat16& a, const __nv_bfloat16& b) { return a = name(a, b); }           \
    WS_BF __nv_bfloat162 operator op(const __nv_bfloat162& a, const __nv_bfloat162& b) { return pair(a, b); }          \
    WS_BF __nv_bfloat162& operator op##=(__nv_bfloat162& a, const __nv_bfloat162& b) { return a = pair(a, b); }
WS_BF_BINARY(__hadd, __hadd2, +)
WS_BF_BINARY(__hsub, __hsub2, -)
WS_BF_BINARY(__hmul, __hmul2, *)
WS_BF_BINARY(__hdiv, __h2div, /)
#  undef WS_BF_BINARY
WS_BF __nv_bfloat16 operator-(const __nv_bfloat16& a) { return __hneg(a); }
WS_BF __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __hisnan(a) ? b : __hisnan(b) ? a : (float)a > (float)b ? a : b;
}
WS_BF __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __hisnan(a) ? b : __hisnan(b) ? a : (float)a < (float)b ? a : b;
}
#  define WS_BF_COMPARE(name, op)                                                                        \
    WS_BF bool name(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a op (float)b; }                   \
    WS_BF bool operator op(const __nv_bfloat16& a, const __nv_bfloat16& b) { return (float)a op (float)b; }
WS_BF_COMPARE(__heq, ==)
WS_BF_COMPARE(__hneu, !=)
WS_BF_COMPARE(__hlt, <)
WS_BF_COMPARE(__hle, <=)
WS_BF_COMPARE(__hgt, >)
WS_BF_COMPARE(__hge, >=)
#  undef WS_BF_COMPARE

#  if defined(__CUDA__) && defined(__clang__)
#    define WS_BF_FUNCTION(name, expression)             \
      WS_DEVICE __nv_bfloat16 h##name(__nv_bfloat16 a) { \
        const float x = (float)a;                        \
        return __nv_bfloat16(expression);                \
      }
WS_BF_FUNCTION(sqrt, sqrtf(x))
WS_BF_FUNCTION(rsqrt, 1.0 / sqrt((double)x))
WS_BF_FUNCTION(rcp, 1.0f / x)
WS_BF_FUNCTION(exp, expf(x))
WS_BF_FUNCTION(log, logf(x))
WS_BF_FUNCTION(sin, sinf(x))
WS_BF_FUNCTION(cos, cosf(x))
WS_BF_FUNCTION(floor, floorf(x))
WS_BF_FUNCTION(ceil, ceilf(x))
#    undef WS_BF_FUNCTION
#    define WS_BF_SHUFFLE(name, by)                                                                          \
      WS_DEVICE __nv_bfloat16 name(unsigned int mask, __nv_bfloat16 value, by lane, int width = 32) {        \
        return __ushort_as_bfloat16((unsigned short)name(mask, (unsigned int)value.__x, lane, width));       \
      }
WS_BF_SHUFFLE(__shfl_sync, int)
WS_BF_SHUFFLE(__shfl_up_sync, unsigned int)
WS_BF_SHUFFLE(__shfl_down_sync, unsigned int)
WS_BF_SHUFFLE(__shfl_xor_sync, int)
#    undef WS_BF_SHUFFLE
#  endif

#  undef WS_BF
#  undef WS_BF_MEMBER
#endif
#endif
