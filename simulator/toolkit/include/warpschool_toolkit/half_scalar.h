/* Operations on one half; a part of cuda_fp16.h. */
#ifndef WARPSCHOOL_HALF_SCALAR_H
#define WARPSCHOOL_HALF_SCALAR_H

WS_HALF __half __ushort_as_half(unsigned short bits) {
  __half_raw raw;
  raw.x = bits;
  return __half(raw);
}
WS_HALF __half __short_as_half(short bits) { return __ushort_as_half((unsigned short)bits); }
WS_HALF unsigned short __half_as_ushort(__half a) { return a.__x; }
WS_HALF short __half_as_short(__half a) { return (short)a.__x; }

WS_HALF __half __float2half(float a) { return __half(a); }
WS_HALF __half __float2half_rn(float a) { return __half(a); }
WS_HALF __half __double2half(double a) { return __half(a); }
WS_HALF float __half2float(__half a) { return (float)a; }
/* Directed roundings: the nearest half, or its neighbour on the other side of `a`. */
WS_HALF __half __float2half_rd(float a) {
  const __half near = __half(a);
  if (!((float)near > a)) return near;
  return __ushort_as_half((unsigned short)((near.__x & 0x7fffu) == 0 ? 0x8001u : near.__x + ((near.__x & 0x8000u) ? 1 : -1)));
}
WS_HALF __half __float2half_ru(float a) {
  const __half near = __half(a);
  if (!((float)near < a)) return near;
  return __ushort_as_half((unsigned short)((near.__x & 0x7fffu) == 0 ? 0x0001u : near.__x + ((near.__x & 0x8000u) ? -1 : 1)));
}
WS_HALF __half __float2half_rz(float a) { return a < 0.0f ? __float2half_ru(a) : __float2half_rd(a); }

/* The same of an integer; what a double does not hold of it is far beyond the range of a half. */
WS_HALF __half warpschool_half_below(double a) {
  const __half near = __half(a);
  if (!((double)(float)near > a)) return near;
  return __ushort_as_half((unsigned short)(near.__x + ((near.__x & 0x8000u) != 0 ? 1 : -1)));
}
WS_HALF __half warpschool_half_above(double a) {
  return __ushort_as_half((unsigned short)(warpschool_half_below(-a).__x ^ 0x8000u));
}

/* To integers: out of range gives the nearest end, a NaN 0. */
#define WS_HALF_TO(suffix, type, low, high)                                                  \
  WS_HALF type __half2##suffix##_rz(__half a) {                                              \
    const double v = (double)(float)a;                                                       \
    return v != v ? (type)0 : v <= (double)(low) ? (low) : v >= (double)(high) ? (high) : (type)v; \
  }                                                                                          \
  WS_HALF type __half2##suffix##_rn(__half a) { return __half2##suffix##_rz(__half(rintf((float)a))); }   \
  WS_HALF type __half2##suffix##_rd(__half a) { return __half2##suffix##_rz(__half(floorf((float)a))); }  \
  WS_HALF type __half2##suffix##_ru(__half a) { return __half2##suffix##_rz(__half(ceilf((float)a))); }   \
  WS_HALF __half __##suffix##2half_rn(type a) { return __half(a); }                          \
  WS_HALF __half __##suffix##2half_rd(type a) { return warpschool_half_below((double)a); }   \
  WS_HALF __half __##suffix##2half_ru(type a) { return warpschool_half_above((double)a); }   \
  WS_HALF __half __##suffix##2half_rz(type a) {                                              \
    return a < 0 ? __##suffix##2half_ru(a) : __##suffix##2half_rd(a);                        \
  }
WS_HALF_TO(int, int, -2147483647 - 1, 2147483647)
WS_HALF_TO(uint, unsigned int, 0u, 4294967295u)
WS_HALF_TO(short, short, (short)-32768, (short)32767)
WS_HALF_TO(ushort, unsigned short, (unsigned short)0, (unsigned short)65535)
WS_HALF_TO(ll, long long, -9223372036854775807ll - 1, 9223372036854775807ll)
WS_HALF_TO(ull, unsigned long long, 0ull, 18446744073709551615ull)
#undef WS_HALF_TO
#define WS_HALF_TO_BYTE(suffix, type, low, high)                                \
  WS_HALF type __half2##suffix##_rz(__half a) {                                  \
    const int v = __half2int_rz(a);                                              \
    return (type)(v < (low) ? (low) : v > (high) ? (high) : v);                  \
  }
WS_HALF_TO_BYTE(char, signed char, -128, 127)
WS_HALF_TO_BYTE(uchar, unsigned char, 0, 255)
#undef WS_HALF_TO_BYTE

#ifdef __CUDA_ARCH__
#  define WS_HALF_BINARY(name, instruction, host_result)                                             \
    WS_HALF __half name(__half a, __half b) {                                                         \
      unsigned short r;                                                                               \
      __asm__(instruction " %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));                         \
      return __ushort_as_half(r);                                                                     \
    }
#  define WS_HALF_TERNARY(name, instruction, host_result)                                            \
    WS_HALF __half name(__half a, __half b, __half c) {                                               \
      unsigned short r;                                                                               \
      __asm__(instruction " %0, %1, %2, %3;" : "=h"(r) : "h"(a.__x), "h"(b.__x), "h"(c.__x));         \
      return __ushort_as_half(r);                                                                     \
    }
#else
#  define WS_HALF_BINARY(name, instruction, host_result) \
    WS_HALF __half name(__half a, __half b) { return __half(host_result); }
#  define WS_HALF_TERNARY(name, instruction, host_result) \
    WS_HALF __half name(__half a, __half b, __half c) { return __half(host_result); }
#endif
#define WS_CLAMP(value) fmaxf(0.0f, fminf(1.0f, (float)__half(value)))
WS_HALF_BINARY(__hadd, "add.rn.f16", (float)a + (float)b)
WS_HALF_BINARY(__hsub, "sub.rn.f16", (float)a - (float)b)
WS_HALF_BINARY(__hmul, "mul.rn.f16", (float)a * (float)b)
WS_HALF_BINARY(__hadd_sat, "add.rn.sat.f16", WS_CLAMP((float)a + (float)b))
WS_HALF_BINARY(__hsub_sat, "sub.rn.sat.f16", WS_CLAMP((float)a - (float)b))
WS_HALF_BINARY(__hmul_sat, "mul.rn.sat.f16", WS_CLAMP((float)a * (float)b))
/* A product and a sum of halves fit into a double but for bits that cannot decide a tie: one rounding. */
WS_HALF_TERNARY(__hfma, "fma.rn.f16", (double)(float)a * (double)(float)b + (double)(float)c)
WS_HALF_TERNARY(__hfma_sat, "fma.rn.sat.f16", WS_CLAMP((double)(float)a * (double)(float)b + (double)(float)c))
#undef WS_CLAMP
WS_HALF __half __hadd_rn(__half a, __half b) { return __hadd(a, b); }
WS_HALF __half __hsub_rn(__half a, __half b) { return __hsub(a, b); }
WS_HALF __half __hmul_rn(__half a, __half b) { return __hmul(a, b); }
WS_HALF __half __hdiv(__half a, __half b) { return __half((float)a / (float)b); }
WS_HALF __half __hneg(__half a) { return __ushort_as_half((unsigned short)(a.__x ^ 0x8000u)); }
WS_HALF __half __habs(__half a) { return __ushort_as_half((unsigned short)(a.__x & 0x7fffu)); }
WS_HALF bool __hisnan(__half a) { return (a.__x & 0x7fffu) > 0x7c00u; }
WS_HALF int __hisinf(__half a) { return (a.__x & 0x7fffu) != 0x7c00u ? 0 : (a.__x & 0x8000u) != 0 ? -1 : 1; }
WS_HALF __half __hfma_relu(__half a, __half b, __half c) {
  const __half r = __hfma(a, b, c);
  return __hisnan(r) ? __ushort_as_half(0x7fffu) : (r.__x & 0x8000u) != 0 ? __ushort_as_half(0) : r;
}
/* A NaN gives way to the other operand; with _nan it does not. +0 is above -0. */
WS_HALF __half __hmax(__half a, __half b) {
  return __hisnan(a) ? (__hisnan(b) ? __ushort_as_half(0x7fffu) : b) : __hisnan(b) ? a : (float)a > (float)b ? a
         : (float)a == (float)b ? __ushort_as_half((unsigned short)(a.__x & b.__x)) : b;
}
WS_HALF __half __hmin(__half a, __half b) {
  return __hisnan(a) ? (__hisnan(b) ? __ushort_as_half(0x7fffu) : b) : __hisnan(b) ? a : (float)a < (float)b ? a
         : (float)a == (float)b ? __ushort_as_half((unsigned short)(a.__x | b.__x)) : b;
}
WS_HALF __half __hmax_nan(__half a, __half b) {
  return __hisnan(a) || __hisnan(b) ? __ushort_as_half(0x7fffu) : __hmax(a, b);
}
WS_HALF __half __hmin_nan(__half a, __half b) {
  return __hisnan(a) || __hisnan(b) ? __ushort_as_half(0x7fffu) : __hmin(a, b);
}

/* Comparisons; those with a u are true as well where an operand is a NaN. */
#define WS_HALF_COMPARE(name, op)                                                     \
  WS_HALF bool __h##name(__half a, __half b) { return (float)a op (float)b; }         \
  WS_HALF bool __h##name##u(__half a, __half b) {                                     \
    return __hisnan(a) || __hisnan(b) || (float)a op (float)b;                        \
  }                                                                                   \
  WS_HALF bool operator op(const __half& a, const __half& b) { return (float)a op (float)b; }
WS_HALF_COMPARE(eq, ==)
WS_HALF_COMPARE(lt, <)
WS_HALF_COMPARE(le, <=)
WS_HALF_COMPARE(gt, >)
WS_HALF_COMPARE(ge, >=)
#undef WS_HALF_COMPARE
/* Unequal is the other way round: __hne is false for a NaN, the operator true. */
WS_HALF bool __hneu(__half a, __half b) { return (float)a != (float)b; }
WS_HALF bool __hne(__half a, __half b) { return !__hisnan(a) && !__hisnan(b) && (float)a != (float)b; }
WS_HALF bool operator!=(const __half& a, const __half& b) { return __hneu(a, b); }

#define WS_HALF_OPERATOR(op, name)                                                                     \
  WS_HALF __half operator op(const __half& a, const __half& b) { return name(a, b); }                  \
  WS_HALF __half& operator op##=(__half& a, const __half& b) { return a = name(a, b); }
WS_HALF_OPERATOR(+, __hadd)
WS_HALF_OPERATOR(-, __hsub)
WS_HALF_OPERATOR(*, __hmul)
WS_HALF_OPERATOR(/, __hdiv)
#undef WS_HALF_OPERATOR
WS_HALF __half operator+(const __half& a) { return a; }
WS_HALF __half operator-(const __half& a) { return __hneg(a); }
WS_HALF __half& operator++(__half& a) { return a = __hadd(a, __half(1.0f)); }
WS_HALF __half& operator--(__half& a) { return a = __hsub(a, __half(1.0f)); }
WS_HALF __half operator++(__half& a, int) {
  const __half before = a;
  ++a;
  return before;
}
WS_HALF __half operator--(__half& a, int) {
  const __half before = a;
  --a;
  return before;
}

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)

#endif
