/* Operations on two halves in one word; a part of cuda_fp16.h. */
#ifndef WARPSCHOOL_HALF_PAIR_H
#define WARPSCHOOL_HALF_PAIR_H

WS_HALF __half2 make_half2(__half x, __half y) { return __half2(x, y); }
WS_HALF __half2 __halves2half2(__half low, __half high) { return __half2(low, high); }
WS_HALF __half2 __half2half2(__half a) { return __half2(a, a); }
WS_HALF __half2 __float2half2_rn(float a) { return __half2(__half(a), __half(a)); }
WS_HALF __half2 __floats2half2_rn(float low, float high) { return __half2(__half(low), __half(high)); }
WS_HALF __half2 __float22half2_rn(float2 a) { return __half2(__half(a.x), __half(a.y)); }
WS_HALF float2 __half22float2(__half2 a) {
  float2 r;
  r.x = (float)a.x;
  r.y = (float)a.y;
  return r;
}
WS_HALF __half __low2half(__half2 a) { return a.x; }
WS_HALF __half __high2half(__half2 a) { return a.y; }
WS_HALF float __low2float(__half2 a) { return (float)a.x; }
WS_HALF float __high2float(__half2 a) { return (float)a.y; }
WS_HALF __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
WS_HALF __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
WS_HALF __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
WS_HALF __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
WS_HALF __half2 __lowhigh2highlow(__half2 a) { return __half2(a.y, a.x); }
WS_HALF unsigned int warpschool_half2_bits(__half2 a) { return (unsigned int)a.x.__x | ((unsigned int)a.y.__x << 16); }
WS_HALF __half2 warpschool_half2_of(unsigned int bits) {
  return __half2(__ushort_as_half((unsigned short)(bits & 0xffffu)), __ushort_as_half((unsigned short)(bits >> 16)));
}

#ifdef __CUDA_ARCH__
#  define WS_PAIR_BINARY(name, scalar, instruction)                                                                       \
    WS_HALF __half2 name(__half2 a, __half2 b) {                                                                           \
      unsigned int r;                                                                                                      \
      __asm__(instruction " %0, %1, %2;" : "=r"(r) : "r"(warpschool_half2_bits(a)), "r"(warpschool_half2_bits(b)));        \
      return warpschool_half2_of(r);                                                                                       \
    }
#  define WS_PAIR_TERNARY(name, scalar, instruction)                                                                      \
    WS_HALF __half2 name(__half2 a, __half2 b, __half2 c) {                                                                \
      unsigned int r;                                                                                                      \
      __asm__(instruction " %0, %1, %2, %3;"                                                                               \
              : "=r"(r) : "r"(warpschool_half2_bits(a)), "r"(warpschool_half2_bits(b)), "r"(warpschool_half2_bits(c)));    \
      return warpschool_half2_of(r);                                                                                       \
    }
#else
#  define WS_PAIR_BINARY(name, scalar, instruction) \
    WS_HALF __half2 name(__half2 a, __half2 b) { return __half2(scalar(a.x, b.x), scalar(a.y, b.y)); }
#  define WS_PAIR_TERNARY(name, scalar, instruction) \
    WS_HALF __half2 name(__half2 a, __half2 b, __half2 c) { return __half2(scalar(a.x, b.x, c.x), scalar(a.y, b.y, c.y)); }
#endif
WS_PAIR_BINARY(__hadd2, __hadd, "add.rn.f16x2")
WS_PAIR_BINARY(__hsub2, __hsub, "sub.rn.f16x2")
WS_PAIR_BINARY(__hmul2, __hmul, "mul.rn.f16x2")
WS_PAIR_BINARY(__hadd2_sat, __hadd_sat, "add.rn.sat.f16x2")
WS_PAIR_BINARY(__hsub2_sat, __hsub_sat, "sub.rn.sat.f16x2")
WS_PAIR_BINARY(__hmul2_sat, __hmul_sat, "mul.rn.sat.f16x2")
WS_PAIR_TERNARY(__hfma2, __hfma, "fma.rn.f16x2")
WS_PAIR_TERNARY(__hfma2_sat, __hfma_sat, "fma.rn.sat.f16x2")
#undef WS_PAIR_BINARY
#undef WS_PAIR_TERNARY
WS_HALF __half2 __hadd2_rn(__half2 a, __half2 b) { return __hadd2(a, b); }
WS_HALF __half2 __hsub2_rn(__half2 a, __half2 b) { return __hsub2(a, b); }
WS_HALF __half2 __hmul2_rn(__half2 a, __half2 b) { return __hmul2(a, b); }

#define WS_PAIR_EACH_1(name, scalar) \
  WS_HALF __half2 name(__half2 a) { return __half2(scalar(a.x), scalar(a.y)); }
#define WS_PAIR_EACH_2(name, scalar) \
  WS_HALF __half2 name(__half2 a, __half2 b) { return __half2(scalar(a.x, b.x), scalar(a.y, b.y)); }
WS_PAIR_EACH_1(__hneg2, __hneg)
WS_PAIR_EACH_1(__habs2, __habs)
WS_PAIR_EACH_2(__h2div, __hdiv)
WS_PAIR_EACH_2(__hmax2, __hmax)
WS_PAIR_EACH_2(__hmin2, __hmin)
WS_PAIR_EACH_2(__hmax2_nan, __hmax_nan)
WS_PAIR_EACH_2(__hmin2_nan, __hmin_nan)
#undef WS_PAIR_EACH_1
#undef WS_PAIR_EACH_2
WS_HALF __half2 __hfma2_relu(__half2 a, __half2 b, __half2 c) {
  return __half2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y));
}
/* (a.x + i a.y) (b.x + i b.y) + (c.x + i c.y) */
WS_HALF __half2 __hcmadd(__half2 a, __half2 b, __half2 c) {
  return __half2(__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y)));
}

/* 1 or 0 for each of the two; a mask of bits; whether both hold. */
#define WS_PAIR_COMPARE(name)                                                                        \
  WS_HALF __half2 __h##name##2(__half2 a, __half2 b) {                                               \
    return __half2(__half(__h##name(a.x, b.x) ? 1.0f : 0.0f), __half(__h##name(a.y, b.y) ? 1.0f : 0.0f)); \
  }                                                                                                  \
  WS_HALF unsigned int __h##name##2_mask(__half2 a, __half2 b) {                                     \
    return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u);          \
  }                                                                                                  \
  WS_HALF bool __hb##name##2(__half2 a, __half2 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); }
WS_PAIR_COMPARE(eq)
WS_PAIR_COMPARE(ne)
WS_PAIR_COMPARE(lt)
WS_PAIR_COMPARE(le)
WS_PAIR_COMPARE(gt)
WS_PAIR_COMPARE(ge)
WS_PAIR_COMPARE(equ)
WS_PAIR_COMPARE(neu)
WS_PAIR_COMPARE(ltu)
WS_PAIR_COMPARE(leu)
WS_PAIR_COMPARE(gtu)
WS_PAIR_COMPARE(geu)
#undef WS_PAIR_COMPARE
WS_HALF __half2 __hisnan2(__half2 a) { return __half2(__half(__hisnan(a.x) ? 1.0f : 0.0f), __half(__hisnan(a.y) ? 1.0f : 0.0f)); }

#define WS_PAIR_OPERATOR(op, name)                                                             \
  WS_HALF __half2 operator op(const __half2& a, const __half2& b) { return name(a, b); }       \
  WS_HALF __half2& operator op##=(__half2& a, const __half2& b) { return a = name(a, b); }
WS_PAIR_OPERATOR(+, __hadd2)
WS_PAIR_OPERATOR(-, __hsub2)
WS_PAIR_OPERATOR(*, __hmul2)
WS_PAIR_OPERATOR(/, __h2div)
#undef WS_PAIR_OPERATOR
WS_HALF __half2 operator+(const __half2& a) { return a; }
WS_HALF __half2 operator-(const __half2& a) { return __hneg2(a); }
WS_HALF __half2& operator++(__half2& a) { return a = __hadd2(a, __float2half2_rn(1.0f)); }
WS_HALF __half2& operator--(__half2& a) { return a = __hsub2(a, __float2half2_rn(1.0f)); }
WS_HALF bool operator==(const __half2& a, const __half2& b) { return __hbeq2(a, b); }
WS_HALF bool operator!=(const __half2& a, const __half2& b) { return __hbneu2(a, b); }
WS_HALF bool operator<(const __half2& a, const __half2& b) { return __hblt2(a, b); }
WS_HALF bool operator<=(const __half2& a, const __half2& b) { return __hble2(a, b); }
WS_HALF bool operator>(const __half2& a, const __half2& b) { return __hbgt2(a, b); }
WS_HALF bool operator>=(const __half2& a, const __half2& b) { return __hbge2(a, b); }

#endif
