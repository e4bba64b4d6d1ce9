/* Fast and explicitly rounded arithmetic (CUDA C++ Programming Guide, appendix "Mathematical Functions", "Intrinsic Functions").
 *
 * Written as PTX so that the compiler contracts nothing and knows no undefined casts. */
#ifndef WARPSCHOOL_FAST_MATH_H
#define WARPSCHOOL_FAST_MATH_H

#include "math_device.h"

WS_DEVICE float __fdividef(float x, float y) { return __nvvm_div_approx_f(x, y); }
WS_DEVICE float __expf(float x) { return __nvvm_ex2_approx_f(x * 1.44269504f); }
WS_DEVICE float __exp10f(float x) { return __nvvm_ex2_approx_f(x * 3.32192809f); }
WS_DEVICE float __log2f(float x) { return __nvvm_lg2_approx_f(x); }
WS_DEVICE float __logf(float x) { return __nvvm_lg2_approx_f(x) * 0.693147181f; }
WS_DEVICE float __log10f(float x) { return __nvvm_lg2_approx_f(x) * 0.301029996f; }
WS_DEVICE float __powf(float x, float y) { return __nvvm_ex2_approx_f(y * __nvvm_lg2_approx_f(x)); }
WS_DEVICE float __sinf(float x) { return __nvvm_sin_approx_f(x); }
WS_DEVICE float __cosf(float x) { return __nvvm_cos_approx_f(x); }
WS_DEVICE float __tanf(float x) { return __fdividef(__sinf(x), __cosf(x)); }
WS_DEVICE void __sincosf(float x, float* s, float* c) { *s = __sinf(x); *c = __cosf(x); }
WS_DEVICE float __tanhf(float x) { return tanhf(x); }
WS_DEVICE float __saturatef(float x) { return __nvvm_saturate_f(x); }
WS_DEVICE float __frsqrt_rn(float x) { return (float)rsqrt((double)x); }

#define WS_ROUNDED_1(name, type, constraint, instruction)                        \
  WS_DEVICE type name(type x) {                                                  \
    type result;                                                                 \
    __asm__(instruction " %0, %1;" : "=" constraint(result) : constraint(x));    \
    return result;                                                               \
  }
#define WS_ROUNDED_2(name, type, constraint, instruction)                                        \
  WS_DEVICE type name(type x, type y) {                                                          \
    type result;                                                                                 \
    __asm__(instruction " %0, %1, %2;" : "=" constraint(result) : constraint(x), constraint(y)); \
    return result;                                                                               \
  }
#define WS_ROUNDED_3(name, type, constraint, instruction)                                                           \
  WS_DEVICE type name(type x, type y, type z) {                                                                     \
    type result;                                                                                                    \
    __asm__(instruction " %0, %1, %2, %3;" : "=" constraint(result) : constraint(x), constraint(y), constraint(z)); \
    return result;                                                                                                  \
  }
/* CUDA's _rd and _ru are .rm and .rp of PTX. */
#define WS_ROUNDED(suffix, mode)                                \
  WS_ROUNDED_2(__fadd_##suffix, float, "f", "add." mode ".f32") \
  WS_ROUNDED_2(__fsub_##suffix, float, "f", "sub." mode ".f32") \
  WS_ROUNDED_2(__fmul_##suffix, float, "f", "mul." mode ".f32") \
  WS_ROUNDED_2(__fdiv_##suffix, float, "f", "div." mode ".f32") \
  WS_ROUNDED_3(__fmaf_##suffix, float, "f", "fma." mode ".f32") \
  WS_ROUNDED_1(__frcp_##suffix, float, "f", "rcp." mode ".f32") \
  WS_ROUNDED_1(__fsqrt_##suffix, float, "f", "sqrt." mode ".f32") \
  WS_ROUNDED_2(__dadd_##suffix, double, "d", "add." mode ".f64") \
  WS_ROUNDED_2(__dsub_##suffix, double, "d", "sub." mode ".f64") \
  WS_ROUNDED_2(__dmul_##suffix, double, "d", "mul." mode ".f64") \
  WS_ROUNDED_2(__ddiv_##suffix, double, "d", "div." mode ".f64") \
  WS_ROUNDED_3(__fma_##suffix, double, "d", "fma." mode ".f64") \
  WS_ROUNDED_1(__drcp_##suffix, double, "d", "rcp." mode ".f64") \
  WS_ROUNDED_1(__dsqrt_##suffix, double, "d", "sqrt." mode ".f64")
WS_ROUNDED(rn, "rn")
WS_ROUNDED(rz, "rz")
WS_ROUNDED(rd, "rm")
WS_ROUNDED(ru, "rp")
#undef WS_ROUNDED
#undef WS_ROUNDED_1
#undef WS_ROUNDED_2
#undef WS_ROUNDED_3
WS_DEVICE float __fmaf_ieee_rn(float x, float y, float z) { return __fmaf_rn(x, y, z); }
WS_DEVICE float __fmaf_ieee_rz(float x, float y, float z) { return __fmaf_rz(x, y, z); }
WS_DEVICE float __fmaf_ieee_rd(float x, float y, float z) { return __fmaf_rd(x, y, z); }
WS_DEVICE float __fmaf_ieee_ru(float x, float y, float z) { return __fmaf_ru(x, y, z); }

/* Conversions with a rounding mode */
#define WS_CAST(name, to, to_constraint, from, from_constraint, instruction)                  \
  WS_DEVICE to name(from x) {                                                                 \
    to result;                                                                                \
    __asm__(instruction " %0, %1;" : "=" to_constraint(result) : from_constraint(x));         \
    return result;                                                                            \
  }
#define WS_CASTS_TO_INTEGER(suffix, mode)                                                                \
  WS_CAST(__float2int_##suffix, int, "r", float, "f", "cvt." mode ".s32.f32")                            \
  WS_CAST(__float2uint_##suffix, unsigned int, "r", float, "f", "cvt." mode ".u32.f32")                  \
  WS_CAST(__float2ll_##suffix, long long, "l", float, "f", "cvt." mode ".s64.f32")                       \
  WS_CAST(__float2ull_##suffix, unsigned long long, "l", float, "f", "cvt." mode ".u64.f32")             \
  WS_CAST(__double2int_##suffix, int, "r", double, "d", "cvt." mode ".s32.f64")                          \
  WS_CAST(__double2uint_##suffix, unsigned int, "r", double, "d", "cvt." mode ".u32.f64")                \
  WS_CAST(__double2ll_##suffix, long long, "l", double, "d", "cvt." mode ".s64.f64")                     \
  WS_CAST(__double2ull_##suffix, unsigned long long, "l", double, "d", "cvt." mode ".u64.f64")
WS_CASTS_TO_INTEGER(rn, "rni")
WS_CASTS_TO_INTEGER(rz, "rzi")
WS_CASTS_TO_INTEGER(rd, "rmi")
WS_CASTS_TO_INTEGER(ru, "rpi")
#undef WS_CASTS_TO_INTEGER
#define WS_CASTS_TO_FLOAT(suffix, mode)                                                                  \
  WS_CAST(__int2float_##suffix, float, "f", int, "r", "cvt." mode ".f32.s32")                            \
  WS_CAST(__uint2float_##suffix, float, "f", unsigned int, "r", "cvt." mode ".f32.u32")                  \
  WS_CAST(__ll2float_##suffix, float, "f", long long, "l", "cvt." mode ".f32.s64")                       \
  WS_CAST(__ull2float_##suffix, float, "f", unsigned long long, "l", "cvt." mode ".f32.u64")             \
  WS_CAST(__ll2double_##suffix, double, "d", long long, "l", "cvt." mode ".f64.s64")                     \
  WS_CAST(__ull2double_##suffix, double, "d", unsigned long long, "l", "cvt." mode ".f64.u64")           \
  WS_CAST(__double2float_##suffix, float, "f", double, "d", "cvt." mode ".f32.f64")
WS_CASTS_TO_FLOAT(rn, "rn")
WS_CASTS_TO_FLOAT(rz, "rz")
WS_CASTS_TO_FLOAT(rd, "rm")
WS_CASTS_TO_FLOAT(ru, "rp")
#undef WS_CASTS_TO_FLOAT
#undef WS_CAST
WS_DEVICE double __int2double_rn(int x) { return (double)x; }
WS_DEVICE double __uint2double_rn(unsigned int x) { return (double)x; }

#endif
