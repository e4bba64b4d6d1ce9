/* Numbers of 8 bits (CUDA Math API, "FP8 Intrinsics"; the formats are those of the Open Compute Project): E4M3, which has no infinity, and
 * E5M2. They are stored and converted, not computed with. Each conversion rounds once, to the nearest, ties to even. */
#ifndef WARPSCHOOL_CUDA_FP8_H
#define WARPSCHOOL_CUDA_FP8_H
#define __CUDA_FP8_H__ /* programs and their helpers ask for it by this name */

#include "cuda_bf16.h"
#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
/* What becomes of numbers that are too large: infinity (of E4M3: no number), or the largest number */
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

#ifdef __cplusplus

#  if defined(__CUDA__) && defined(__clang__)
#    define WS_FP8 static __inline__ __attribute__((host, device, always_inline, nodebug, unused))
#    define WS_FP8_MEMBER __inline__ __attribute__((host, device, always_inline, nodebug))
#  else
#    define WS_FP8 static __inline__ __attribute__((unused))
#    define WS_FP8_MEMBER __inline__
#  endif

/* A power of two that a double can be normal with */
WS_FP8 double warpschool_power_of_two(int exponent) {
  const unsigned long long bits = (unsigned long long)(exponent + 1023) << 52;
  double power;
  __builtin_memcpy(&power, &bits, sizeof(power));
  return power;
}

WS_FP8 __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate, __nv_fp8_interpretation_t format) {
  const int mantissa = format == __NV_E4M3 ? 3 : 2, least = format == __NV_E4M3 ? -6 : -14;
  const unsigned int largest = format == __NV_E4M3 ? 0x7eu : 0x7bu, beyond = format == __NV_E4M3 ? 0x7fu : 0x7cu;
  unsigned long long bits;
  __builtin_memcpy(&bits, &x, sizeof(bits));
  const unsigned int sign = (unsigned int)(bits >> 63) << 7;
  if (x != x) return 0x7f;
  int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
  unsigned int code = beyond;
  if (exponent < 16) {
    exponent = exponent < least ? least : exponent;
    const double steps = rint((x < 0 ? -x : x) * warpschool_power_of_two(mantissa - exponent));
    code = ((unsigned int)(exponent - least) << mantissa) + (unsigned int)steps;
  }
  if (code > largest) code = saturate == __NV_SATFINITE ? largest : beyond;
  return (__nv_fp8_storage_t)(sign | code);
}
WS_FP8 float warpschool_fp8_value(__nv_fp8_storage_t x, __nv_fp8_interpretation_t format) {
  const int mantissa = format == __NV_E4M3 ? 3 : 2, least = format == __NV_E4M3 ? -6 : -14;
  const unsigned int code = x & 0x7fu, fraction = code & ((1u << mantissa) - 1u);
  const int field = (int)(code >> mantissa);
  float value;
  if (format == __NV_E4M3 ? code == 0x7fu : code > 0x7cu) {
    value = __builtin_nanf("");
  } else if (format == __NV_E5M2 && code == 0x7cu) {
    value = __builtin_inff();
  } else {
    const unsigned int steps = field == 0 ? fraction : fraction + (1u << mantissa);
    value = (float)((double)steps * warpschool_power_of_two((field == 0 ? 0 : field - 1) + least - mantissa));
  }
  return (x & 0x80u) != 0 ? -value : value;
}
WS_FP8 __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate, __nv_fp8_interpretation_t format) {
  return __nv_cvt_double_to_fp8((double)x, saturate, format);
}
WS_FP8 __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate, __nv_fp8_interpretation_t format) {
  return __nv_cvt_float_to_fp8(__half2float(__half(x)), saturate, format);
}
WS_FP8 __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t saturate, __nv_fp8_interpretation_t format) {
  return __nv_cvt_float_to_fp8(__bfloat162float(__nv_bfloat16(x)), saturate, format);
}
WS_FP8 __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t format) {
  return __half_raw(__float2half(warpschool_fp8_value(x, format)));
}
WS_FP8 __nv_fp8x2_storage_t warpschool_fp8_pair(__nv_fp8_storage_t low, __nv_fp8_storage_t high) {
  return (__nv_fp8x2_storage_t)(low | high << 8);
}
WS_FP8 __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x, __nv_saturation_t saturate, __nv_fp8_interpretation_t format) {
  return warpschool_fp8_pair(__nv_cvt_double_to_fp8(x.x, saturate, format), __nv_cvt_double_to_fp8(x.y, saturate, format));
}
WS_FP8 __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t saturate, __nv_fp8_interpretation_t format) {
  return warpschool_fp8_pair(__nv_cvt_float_to_fp8(x.x, saturate, format), __nv_cvt_float_to_fp8(x.y, saturate, format));
}
WS_FP8 __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x, __nv_saturation_t saturate, __nv_fp8_interpretation_t format) {
  __half_raw low, high;
  low.x = x.x;
  high.x = x.y;
  return warpschool_fp8_pair(__nv_cvt_halfraw_to_fp8(low, saturate, format), __nv_cvt_halfraw_to_fp8(high, saturate, format));
}
WS_FP8 __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t format) {
  __half2_raw pair;
  pair.x = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x & 0xffu), format).x;
  pair.y = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), format).x;
  return pair;
}

#  define WS_FP8_TYPES(name, pair, four, format)                                                                       \
    struct name {                                                                                                      \
      __nv_fp8_storage_t __x;                                                                                          \
      name() = default;                                                                                                \
      WS_FP8_MEMBER explicit name(double x) : __x(__nv_cvt_double_to_fp8(x, __NV_SATFINITE, format)) {}                \
      WS_FP8_MEMBER explicit name(float x) : name((double)x) {}                                                        \
      WS_FP8_MEMBER explicit name(__half x) : name(__half2float(x)) {}                                                 \
      WS_FP8_MEMBER explicit name(__nv_bfloat16 x) : name(__bfloat162float(x)) {}                                      \
      WS_FP8_MEMBER explicit name(int x) : name((double)x) {}                                                          \
      WS_FP8_MEMBER explicit name(unsigned int x) : name((double)x) {}                                                 \
      WS_FP8_MEMBER explicit name(long x) : name((double)x) {}                                                         \
      WS_FP8_MEMBER explicit name(unsigned long x) : name((double)x) {}                                                \
      WS_FP8_MEMBER explicit name(long long x) : name((double)x) {}                                                    \
      WS_FP8_MEMBER explicit name(unsigned long long x) : name((double)x) {}                                           \
      WS_FP8_MEMBER explicit operator float() const { return warpschool_fp8_value(__x, format); }                      \
      WS_FP8_MEMBER explicit operator double() const { return (double)warpschool_fp8_value(__x, format); }             \
      WS_FP8_MEMBER explicit operator __half() const { return __float2half(float(*this)); }                            \
      WS_FP8_MEMBER explicit operator __nv_bfloat16() const { return __float2bfloat16(float(*this)); }                 \
      WS_FP8_MEMBER explicit operator int() const { return (int)float(*this); }                                        \
      WS_FP8_MEMBER explicit operator unsigned int() const { return (unsigned int)float(*this); }                      \
      WS_FP8_MEMBER explicit operator bool() const { return (__x & 0x7fu) != 0; }                                      \
    };                                                                                                                 \
    struct __attribute__((aligned(2))) pair {                                                                          \
      __nv_fp8x2_storage_t __x;                                                                                        \
      pair() = default;                                                                                                \
      WS_FP8_MEMBER explicit pair(float2 x) : __x(__nv_cvt_float2_to_fp8x2(x, __NV_SATFINITE, format)) {}              \
      WS_FP8_MEMBER explicit pair(double2 x) : __x(__nv_cvt_double2_to_fp8x2(x, __NV_SATFINITE, format)) {}            \
      WS_FP8_MEMBER explicit pair(__half2 x) : pair(__half22float2(x)) {}                                              \
      WS_FP8_MEMBER explicit pair(__nv_bfloat162 x) : pair(__bfloat1622float2(x)) {}                                   \
      WS_FP8_MEMBER explicit operator float2() const {                                                                 \
        return make_float2(warpschool_fp8_value((__nv_fp8_storage_t)(__x & 0xffu), format),                            \
                           warpschool_fp8_value((__nv_fp8_storage_t)(__x >> 8), format));                              \
      }                                                                                                                \
      WS_FP8_MEMBER explicit operator __half2() const { return __float22half2_rn(float2(*this)); }                     \
    };                                                                                                                 \
    struct __attribute__((aligned(4))) four {                                                                          \
      __nv_fp8x4_storage_t __x;                                                                                        \
      four() = default;                                                                                                \
      WS_FP8_MEMBER explicit four(float4 x)                                                                            \
          : __x(pair(make_float2(x.x, x.y)).__x | (unsigned int)pair(make_float2(x.z, x.w)).__x << 16) {}              \
      WS_FP8_MEMBER explicit four(double4 x)                                                                           \
          : __x(pair(make_double2(x.x, x.y)).__x | (unsigned int)pair(make_double2(x.z, x.w)).__x << 16) {}            \
      WS_FP8_MEMBER explicit operator float4() const {                                                                 \
        pair low, high;                                                                                                \
        low.__x = (__nv_fp8x2_storage_t)(__x & 0xffffu);                                                               \
        high.__x = (__nv_fp8x2_storage_t)(__x >> 16);                                                                  \
        const float2 a = float2(low), b = float2(high);                                                                \
        return make_float4(a.x, a.y, b.x, b.y);                                                                        \
      }                                                                                                                \
    };
WS_FP8_TYPES(__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3, __NV_E4M3)
WS_FP8_TYPES(__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2, __NV_E5M2)
#  undef WS_FP8_TYPES
#  undef WS_FP8
#  undef WS_FP8_MEMBER

#endif
#endif
