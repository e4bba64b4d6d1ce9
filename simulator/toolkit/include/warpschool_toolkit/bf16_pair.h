/* Operations on two bfloat16 in one word; a part of cuda_bf16.h. */
#ifndef WARPSCHOOL_BF16_PAIR_H
#define WARPSCHOOL_BF16_PAIR_H

WS_BF __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
WS_BF __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 low, __nv_bfloat16 high) { return __nv_bfloat162(low, high); }
WS_BF __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
WS_BF __nv_bfloat162 __float2bfloat162_rn(float a) { return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(a)); }
WS_BF __nv_bfloat162 __floats2bfloat162_rn(float low, float high) { return __nv_bfloat162(__nv_bfloat16(low), __nv_bfloat16(high)); }
WS_BF __nv_bfloat162 __float22bfloat162_rn(float2 a) { return __floats2bfloat162_rn(a.x, a.y); }
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
WS_BF __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.x, a.x); }
WS_BF __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.y); }
WS_BF __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x, b.x); }
WS_BF __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.y, b.y); }
WS_BF __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.x); }
WS_BF unsigned int warpschool_bf162_bits(__nv_bfloat162 a) { return (unsigned int)a.x.__x | ((unsigned int)a.y.__x << 16); }
WS_BF __nv_bfloat162 warpschool_bf162_of(unsigned int bits) {
  return __nv_bfloat162(__ushort_as_bfloat16((unsigned short)bits), __ushort_as_bfloat16((unsigned short)(bits >> 16)));
}

#define WS_PAIR_EACH_1(name, scalar) \
  WS_BF __nv_bfloat162 name(__nv_bfloat162 a) { return __nv_bfloat162(scalar(a.x), scalar(a.y)); }
#define WS_PAIR_EACH_2(name, scalar) \
  WS_BF __nv_bfloat162 name(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(scalar(a.x, b.x), scalar(a.y, b.y)); }
#define WS_PAIR_EACH_3(name, scalar)                                                         \
  WS_BF __nv_bfloat162 name(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {          \
    return __nv_bfloat162(scalar(a.x, b.x, c.x), scalar(a.y, b.y, c.y));                     \
  }
WS_PAIR_EACH_1(__hneg2, __hneg)
WS_PAIR_EACH_1(__habs2, __habs)
WS_PAIR_EACH_2(__hadd2, __hadd)
WS_PAIR_EACH_2(__hsub2, __hsub)
WS_PAIR_EACH_2(__hmul2, __hmul)
WS_PAIR_EACH_2(__h2div, __hdiv)
WS_PAIR_EACH_2(__hadd2_rn, __hadd)
WS_PAIR_EACH_2(__hsub2_rn, __hsub)
WS_PAIR_EACH_2(__hmul2_rn, __hmul)
WS_PAIR_EACH_2(__hadd2_sat, __hadd_sat)
WS_PAIR_EACH_2(__hsub2_sat, __hsub_sat)
WS_PAIR_EACH_2(__hmul2_sat, __hmul_sat)
WS_PAIR_EACH_2(__hmax2, __hmax)
WS_PAIR_EACH_2(__hmin2, __hmin)
WS_PAIR_EACH_2(__hmax2_nan, __hmax_nan)
WS_PAIR_EACH_2(__hmin2_nan, __hmin_nan)
WS_PAIR_EACH_3(__hfma2, __hfma)
WS_PAIR_EACH_3(__hfma2_sat, __hfma_sat)
WS_PAIR_EACH_3(__hfma2_relu, __hfma_relu)
/* (a.x + i a.y) (b.x + i b.y) + (c.x + i c.y) */
WS_BF __nv_bfloat162 __hcmadd(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
  return __nv_bfloat162(__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y)));
}
#undef WS_PAIR_EACH_1
#undef WS_PAIR_EACH_2
#undef WS_PAIR_EACH_3

/* 1 or 0 for each of the two; a mask of bits; whether both hold. */
#define WS_PAIR_COMPARE(name)                                                                                        \
  WS_BF __nv_bfloat162 __h##name##2(__nv_bfloat162 a, __nv_bfloat162 b) {                                            \
    return __floats2bfloat162_rn(__h##name(a.x, b.x) ? 1.0f : 0.0f, __h##name(a.y, b.y) ? 1.0f : 0.0f);              \
  }                                                                                                                  \
  WS_BF unsigned int __h##name##2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {                                         \
    return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u);                          \
  }                                                                                                                  \
  WS_BF bool __hb##name##2(__nv_bfloat162 a, __nv_bfloat162 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); }
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
WS_BF __nv_bfloat162 __hisnan2(__nv_bfloat162 a) {
  return __floats2bfloat162_rn(__hisnan(a.x) ? 1.0f : 0.0f, __hisnan(a.y) ? 1.0f : 0.0f);
}

#define WS_PAIR_OPERATOR(op, name)                                                                              \
  WS_BF __nv_bfloat162 operator op(const __nv_bfloat162& a, const __nv_bfloat162& b) { return name(a, b); }     \
  WS_BF __nv_bfloat162& operator op##=(__nv_bfloat162& a, const __nv_bfloat162& b) { return a = name(a, b); }
WS_PAIR_OPERATOR(+, __hadd2)
WS_PAIR_OPERATOR(-, __hsub2)
WS_PAIR_OPERATOR(*, __hmul2)
WS_PAIR_OPERATOR(/, __h2div)
#undef WS_PAIR_OPERATOR
WS_BF __nv_bfloat162 operator+(const __nv_bfloat162& a) { return a; }
WS_BF __nv_bfloat162 operator-(const __nv_bfloat162& a) { return __hneg2(a); }
WS_BF __nv_bfloat162& operator++(__nv_bfloat162& a) { return a = __hadd2(a, __float2bfloat162_rn(1.0f)); }
WS_BF __nv_bfloat162& operator--(__nv_bfloat162& a) { return a = __hsub2(a, __float2bfloat162_rn(1.0f)); }
WS_BF bool operator==(const __nv_bfloat162& a, const __nv_bfloat162& b) { return __hbeq2(a, b); }
WS_BF bool operator!=(const __nv_bfloat162& a, const __nv_bfloat162& b) { return __hbneu2(a, b); }
WS_BF bool operator<(const __nv_bfloat162& a, const __nv_bfloat162& b) { return __hblt2(a, b); }
WS_BF bool operator<=(const __nv_bfloat162& a, const __nv_bfloat162& b) { return __hble2(a, b); }
WS_BF bool operator>(const __nv_bfloat162& a, const __nv_bfloat162& b) { return __hbgt2(a, b); }
WS_BF bool operator>=(const __nv_bfloat162& a, const __nv_bfloat162& b) { return __hbge2(a, b); }

#endif
