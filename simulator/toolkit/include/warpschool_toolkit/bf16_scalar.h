/* Operations on one bfloat16; a part of cuda_bf16.h. */
#ifndef WARPSCHOOL_BF16_SCALAR_H
#define WARPSCHOOL_BF16_SCALAR_H

WS_BF __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
  __nv_bfloat16_raw raw;
  raw.x = bits;
  return __nv_bfloat16(raw);
}
WS_BF __nv_bfloat16 __short_as_bfloat16(short bits) { return __ushort_as_bfloat16((unsigned short)bits); }
WS_BF unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return a.__x; }
WS_BF short __bfloat16_as_short(__nv_bfloat16 a) { return (short)a.__x; }

WS_BF bool __hisnan(__nv_bfloat16 a) { return (a.__x & 0x7fffu) > 0x7f80u; }
WS_BF int __hisinf(__nv_bfloat16 a) { return (a.__x & 0x7fffu) != 0x7f80u ? 0 : (a.__x & 0x8000u) != 0 ? -1 : 1; }
WS_BF __nv_bfloat16 __hneg(__nv_bfloat16 a) { return __ushort_as_bfloat16((unsigned short)(a.__x ^ 0x8000u)); }
WS_BF __nv_bfloat16 __habs(__nv_bfloat16 a) { return __ushort_as_bfloat16((unsigned short)(a.__x & 0x7fffu)); }

WS_BF float __bfloat162float(__nv_bfloat16 a) { return (float)a; }
WS_BF __nv_bfloat16 __float2bfloat16(float a) { return __nv_bfloat16(a); }
WS_BF __nv_bfloat16 __float2bfloat16_rn(float a) { return __nv_bfloat16(a); }
WS_BF __nv_bfloat16 __double2bfloat16(double a) { return __nv_bfloat16(a); }
/* Towards zero: the lower half of the word is cut off; the other directions go one step from there. */
WS_BF __nv_bfloat16 __float2bfloat16_rz(float a) {
  unsigned int bits;
  __builtin_memcpy(&bits, &a, sizeof(bits));
  return a != a ? __ushort_as_bfloat16(0x7fffu) : __ushort_as_bfloat16((unsigned short)(bits >> 16));
}
WS_BF __nv_bfloat16 __float2bfloat16_ru(float a) {
  const __nv_bfloat16 cut = __float2bfloat16_rz(a);
  return (float)cut < a ? __ushort_as_bfloat16((unsigned short)(cut.__x + 1u)) : cut;
}
WS_BF __nv_bfloat16 __float2bfloat16_rd(float a) {
  const __nv_bfloat16 cut = __float2bfloat16_rz(a);
  return (float)cut > a ? __ushort_as_bfloat16((unsigned short)(cut.__x + 1u)) : cut;
}

/* The same of an integer, by its sign and size: the upper eight bits of the size that are not zero, cut or raised by one. */
WS_BF __nv_bfloat16 warpschool_bf16_of_size(bool negative, unsigned long long size, bool raise) {
  unsigned long long cut = size;
  if (size >= 256) {
    int spare = 0;
    while ((size >> spare) >= 256) ++spare;
    cut = (size >> spare << spare) + (raise && (size >> spare << spare) != size ? 1ull << spare : 0ull);
  }
  const __nv_bfloat16 exact = __nv_bfloat16(cut == 0 && size != 0 ? 18446744073709551616.0f : (float)cut);
  return negative ? __hneg(exact) : exact;
}

/* To integers: out of range gives the nearest end, a NaN 0. */
#define WS_BF_TO(suffix, type, low, high)                                                                 \
  WS_BF type __bfloat162##suffix##_rz(__nv_bfloat16 a) {                                                  \
    const double v = (double)(float)a;                                                                    \
    return v != v ? (type)0 : v <= (double)(low) ? (low) : v >= (double)(high) ? (high) : (type)v;        \
  }                                                                                                       \
  WS_BF type __bfloat162##suffix##_rn(__nv_bfloat16 a) {                                                  \
    return __bfloat162##suffix##_rz(__nv_bfloat16(rintf((float)a)));                                      \
  }                                                                                                       \
  WS_BF type __bfloat162##suffix##_rd(__nv_bfloat16 a) {                                                  \
    return __bfloat162##suffix##_rz(__nv_bfloat16(floorf((float)a)));                                     \
  }                                                                                                       \
  WS_BF type __bfloat162##suffix##_ru(__nv_bfloat16 a) {                                                  \
    return __bfloat162##suffix##_rz(__nv_bfloat16(ceilf((float)a)));                                      \
  }                                                                                                       \
  WS_BF __nv_bfloat16 __##suffix##2bfloat16_rn(type a) { return __nv_bfloat16(a); }                       \
  WS_BF unsigned long long warpschool_size_of(type a) {                                                   \
    return a < 0 ? 0ull - (unsigned long long)a : (unsigned long long)a;                                  \
  }                                                                                                       \
  WS_BF __nv_bfloat16 __##suffix##2bfloat16_rz(type a) {                                                  \
    return warpschool_bf16_of_size(a < 0, warpschool_size_of(a), false);                                  \
  }                                                                                                       \
  WS_BF __nv_bfloat16 __##suffix##2bfloat16_rd(type a) {                                                  \
    return warpschool_bf16_of_size(a < 0, warpschool_size_of(a), a < 0);                                  \
  }                                                                                                       \
  WS_BF __nv_bfloat16 __##suffix##2bfloat16_ru(type a) {                                                  \
    return warpschool_bf16_of_size(a < 0, warpschool_size_of(a), !(a < 0));                               \
  }
WS_BF_TO(int, int, -2147483647 - 1, 2147483647)
WS_BF_TO(uint, unsigned int, 0u, 4294967295u)
WS_BF_TO(short, short, (short)-32768, (short)32767)
WS_BF_TO(ushort, unsigned short, (unsigned short)0, (unsigned short)65535)
WS_BF_TO(ll, long long, -9223372036854775807ll - 1, 9223372036854775807ll)
WS_BF_TO(ull, unsigned long long, 0ull, 18446744073709551615ull)
#undef WS_BF_TO
#define WS_BF_TO_BYTE(suffix, type, low, high)                                  \
  WS_BF type __bfloat162##suffix##_rz(__nv_bfloat16 a) {                         \
    const int v = __bfloat162int_rz(a);                                          \
    return (type)(v < (low) ? (low) : v > (high) ? (high) : v);                  \
  }
WS_BF_TO_BYTE(char, signed char, -128, 127)
WS_BF_TO_BYTE(uchar, unsigned char, 0, 255)
#undef WS_BF_TO_BYTE

#define WS_BF_BINARY(name, op)                                                                               \
  WS_BF __nv_bfloat16 name(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16((float)a op (float)b); }   \
  WS_BF __nv_bfloat16 name##_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return name(a, b); }                     \
  WS_BF __nv_bfloat16 name##_sat(__nv_bfloat16 a, __nv_bfloat16 b) {                                         \
    return __nv_bfloat16(fmaxf(0.0f, fminf(1.0f, (float)name(a, b))));                                       \
  }                                                                                                          \
  WS_BF __nv_bfloat16 operator op(const __nv_bfloat16& a, const __nv_bfloat16& b) { return name(a, b); }     \
  WS_BF __nv_bfloat16& operator op##=(__nv_bfloat16& a, const __nv_bfloat16& b) { return a = name(a, b); }
WS_BF_BINARY(__hadd, +)
WS_BF_BINARY(__hsub, -)
WS_BF_BINARY(__hmul, *)
WS_BF_BINARY(__hdiv, /)
#undef WS_BF_BINARY
/* a + b rounded to odd, so that a later rounding to fewer bits is that of the exact sum: exponents of bfloat16 lie so far apart
 * that a double does not hold it. */
WS_BF double warpschool_sum_to_odd(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  const double lost = (a - (sum - part)) + (b - part);
  long long bits;
  __builtin_memcpy(&bits, &sum, sizeof bits);
  if (!(lost != 0.0) || !(sum - sum == 0.0) || (bits & 1) != 0) {
    return sum;
  }
  bits += (lost > 0.0) == (sum > 0.0) ? 1 : -1;
  double odd;
  __builtin_memcpy(&odd, &bits, sizeof odd);
  return odd;
}
WS_BF __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
  return __nv_bfloat16(warpschool_sum_to_odd((double)(float)a * (double)(float)b, (double)(float)c));
}
WS_BF __nv_bfloat16 __hfma_sat(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
  return __nv_bfloat16(fmaxf(0.0f, fminf(1.0f, (float)__hfma(a, b, c))));
}
WS_BF __nv_bfloat16 __hfma_relu(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
  const __nv_bfloat16 r = __hfma(a, b, c);
  return __hisnan(r) ? __ushort_as_bfloat16(0x7fffu) : (r.__x & 0x8000u) != 0 ? __ushort_as_bfloat16(0) : r;
}
WS_BF __nv_bfloat16 operator+(const __nv_bfloat16& a) { return a; }
WS_BF __nv_bfloat16 operator-(const __nv_bfloat16& a) { return __hneg(a); }
WS_BF __nv_bfloat16& operator++(__nv_bfloat16& a) { return a = __hadd(a, __nv_bfloat16(1.0f)); }
WS_BF __nv_bfloat16& operator--(__nv_bfloat16& a) { return a = __hsub(a, __nv_bfloat16(1.0f)); }
WS_BF __nv_bfloat16 operator++(__nv_bfloat16& a, int) {
  const __nv_bfloat16 before = a;
  ++a;
  return before;
}
WS_BF __nv_bfloat16 operator--(__nv_bfloat16& a, int) {
  const __nv_bfloat16 before = a;
  --a;
  return before;
}

/* A NaN gives way to the other operand; with _nan it does not. +0 is above -0. */
WS_BF __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __hisnan(a) ? (__hisnan(b) ? __ushort_as_bfloat16(0x7fffu) : b) : __hisnan(b) ? a : (float)a > (float)b ? a
         : (float)a == (float)b ? __ushort_as_bfloat16((unsigned short)(a.__x & b.__x)) : b;
}
WS_BF __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __hisnan(a) ? (__hisnan(b) ? __ushort_as_bfloat16(0x7fffu) : b) : __hisnan(b) ? a : (float)a < (float)b ? a
         : (float)a == (float)b ? __ushort_as_bfloat16((unsigned short)(a.__x | b.__x)) : b;
}
WS_BF __nv_bfloat16 __hmax_nan(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __hisnan(a) || __hisnan(b) ? __ushort_as_bfloat16(0x7fffu) : __hmax(a, b);
}
WS_BF __nv_bfloat16 __hmin_nan(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __hisnan(a) || __hisnan(b) ? __ushort_as_bfloat16(0x7fffu) : __hmin(a, b);
}

/* Comparisons; those with a u are true as well where an operand is a NaN. */
#define WS_BF_COMPARE(name, op)                                                                              \
  WS_BF bool __h##name(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a op (float)b; }                    \
  WS_BF bool __h##name##u(__nv_bfloat16 a, __nv_bfloat16 b) {                                                \
    return __hisnan(a) || __hisnan(b) || (float)a op (float)b;                                               \
  }                                                                                                          \
  WS_BF bool operator op(const __nv_bfloat16& a, const __nv_bfloat16& b) { return (float)a op (float)b; }
WS_BF_COMPARE(eq, ==)
WS_BF_COMPARE(lt, <)
WS_BF_COMPARE(le, <=)
WS_BF_COMPARE(gt, >)
WS_BF_COMPARE(ge, >=)
#undef WS_BF_COMPARE
/* Unequal is the other way round: __hne is false for a NaN, the operator true. */
WS_BF bool __hneu(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a != (float)b; }
WS_BF bool __hne(__nv_bfloat16 a, __nv_bfloat16 b) { return !__hisnan(a) && !__hisnan(b) && (float)a != (float)b; }
WS_BF bool operator!=(const __nv_bfloat16& a, const __nv_bfloat16& b) { return __hneu(a, b); }

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)

#endif
