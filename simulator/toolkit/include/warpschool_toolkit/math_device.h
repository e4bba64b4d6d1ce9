/* Device overloads of the C maths functions, declared before any host header: only then does clang prefer them to the host's.
 *
 * There is no libdevice. What PTX has as an instruction is lowered by clang; all else is an external function of the C
 * library's name that the simulator answers (docs/SIMULATOR.md, "Maths"). */
#ifndef WARPSCHOOL_MATH_DEVICE_H
#define WARPSCHOOL_MATH_DEVICE_H

#include "device_base.h"

/* Answered by the simulator */
#define WS_EXTERN_1(name)                  \
  WS_EXTERN float name##f(float x);        \
  WS_EXTERN double name(double x);         \
  WS_DEVICE float name(float x) { return name##f(x); }
#define WS_EXTERN_2(name)                          \
  WS_EXTERN float name##f(float x, float y);       \
  WS_EXTERN double name(double x, double y);       \
  WS_DEVICE float name(float x, float y) { return name##f(x, y); }
WS_EXTERN_1(acos)
WS_EXTERN_1(acosh)
WS_EXTERN_1(asin)
WS_EXTERN_1(asinh)
WS_EXTERN_1(atan)
WS_EXTERN_1(atanh)
WS_EXTERN_1(cbrt)
WS_EXTERN_1(cos)
WS_EXTERN_1(cosh)
WS_EXTERN_1(erf)
WS_EXTERN_1(erfc)
WS_EXTERN_1(exp)
WS_EXTERN_1(exp10)
WS_EXTERN_1(exp2)
WS_EXTERN_1(expm1)
WS_EXTERN_1(lgamma)
WS_EXTERN_1(log)
WS_EXTERN_1(log10)
WS_EXTERN_1(log1p)
WS_EXTERN_1(log2)
WS_EXTERN_1(sin)
WS_EXTERN_1(sinh)
WS_EXTERN_1(tan)
WS_EXTERN_1(tanh)
WS_EXTERN_1(tgamma)
WS_EXTERN_2(atan2)
WS_EXTERN_2(fmod)
WS_EXTERN_2(hypot)
WS_EXTERN_2(nextafter)
WS_EXTERN_2(pow)
WS_EXTERN_2(remainder)
#undef WS_EXTERN_1
#undef WS_EXTERN_2

/* Instructions of PTX */
#define WS_NATIVE_1(name)                                           \
  WS_DEVICE float name##f(float x) { return __builtin_##name##f(x); } \
  WS_DEVICE float name(float x) { return __builtin_##name##f(x); }    \
  WS_DEVICE double name(double x) { return __builtin_##name(x); }
WS_NATIVE_1(ceil)
WS_NATIVE_1(fabs)
WS_NATIVE_1(floor)
WS_NATIVE_1(rint)
WS_NATIVE_1(nearbyint)
WS_NATIVE_1(round)
WS_NATIVE_1(sqrt)
WS_NATIVE_1(trunc)
#undef WS_NATIVE_1

WS_DEVICE float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
WS_DEVICE float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
WS_DEVICE double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
WS_DEVICE float fmaxf(float x, float y) { return __builtin_fmaxf(x, y); }
WS_DEVICE float fmax(float x, float y) { return __builtin_fmaxf(x, y); }
WS_DEVICE double fmax(double x, double y) { return __builtin_fmax(x, y); }
WS_DEVICE float fminf(float x, float y) { return __builtin_fminf(x, y); }
WS_DEVICE float fmin(float x, float y) { return __builtin_fminf(x, y); }
WS_DEVICE double fmin(double x, double y) { return __builtin_fmin(x, y); }

/* Composed of the others */
WS_DEVICE float fdimf(float x, float y) { return x > y ? x - y : 0.0f; }
WS_DEVICE float fdim(float x, float y) { return fdimf(x, y); }
WS_DEVICE double fdim(double x, double y) { return x > y ? x - y : 0.0; }
WS_DEVICE float copysignf(float x, float y) {
  unsigned int bits = (__nvvm_bitcast_f2i(x) & 0x7fffffffu) | (__nvvm_bitcast_f2i(y) & 0x80000000u);
  return __nvvm_bitcast_i2f((int)bits);
}
WS_DEVICE float copysign(float x, float y) { return copysignf(x, y); }
WS_DEVICE double copysign(double x, double y) {
  unsigned long long bits = (__nvvm_bitcast_d2ll(x) & 0x7fffffffffffffffull) | (__nvvm_bitcast_d2ll(y) & 0x8000000000000000ull);
  return __nvvm_bitcast_ll2d((long long)bits);
}
WS_DEVICE float rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
WS_DEVICE float rsqrt(float x) { return rsqrtf(x); }
WS_DEVICE double rsqrt(double x) { return 1.0 / sqrt(x); }
WS_DEVICE float fdividef(float x, float y) { return x / y; }
WS_DEVICE float powif(float x, int y) { return powf(x, (float)y); }
WS_DEVICE float ldexpf(float x, int e) { return x * exp2f((float)e); }
WS_DEVICE float ldexp(float x, int e) { return ldexpf(x, e); }
WS_DEVICE double ldexp(double x, int e) { return x * exp2((double)e); }
WS_DEVICE void sincosf(float x, float* s, float* c) { *s = sinf(x); *c = cosf(x); }
WS_DEVICE void sincos(double x, double* s, double* c) { *s = sin(x); *c = cos(x); }
WS_DEVICE float sinpif(float x) { return sinf(3.14159274f * x); }
WS_DEVICE float cospif(float x) { return cosf(3.14159274f * x); }
WS_DEVICE double sinpi(double x) { return sin(3.14159265358979323846 * x); }
WS_DEVICE double cospi(double x) { return cos(3.14159265358979323846 * x); }
WS_DEVICE float rhypotf(float x, float y) { return 1.0f / hypotf(x, y); }
WS_DEVICE float norm3df(float x, float y, float z) { return sqrtf(x * x + y * y + z * z); }
WS_DEVICE float normcdff(float x) { return 0.5f * erfcf(-0.707106781f * x); }
WS_DEVICE double normcdf(double x) { return 0.5 * erfc(-0.70710678118654752440 * x); }
WS_DEVICE float modff(float x, float* whole) { *whole = truncf(x); return copysignf(x - *whole, x); }
WS_DEVICE double modf(double x, double* whole) { *whole = trunc(x); return copysign(x - *whole, x); }
WS_DEVICE long lrintf(float x) { return (long)rintf(x); }
WS_DEVICE long lrint(double x) { return (long)rint(x); }
WS_DEVICE long lroundf(float x) { return (long)roundf(x); }
WS_DEVICE long lround(double x) { return (long)round(x); }

WS_DEVICE int abs(int x) { return x < 0 ? -x : x; }
WS_DEVICE long abs(long x) { return x < 0 ? -x : x; }
WS_DEVICE long long abs(long long x) { return x < 0 ? -x : x; }
WS_DEVICE float abs(float x) { return fabsf(x); }
WS_DEVICE double abs(double x) { return fabs(x); }
WS_DEVICE long labs(long x) { return x < 0 ? -x : x; }
WS_DEVICE long long llabs(long long x) { return x < 0 ? -x : x; }

#define WS_CLASSIFY(type, bits_type, bits, magnitude, infinity)                                          \
  WS_DEVICE bool isnan(type x) { return x != x; }                                                        \
  WS_DEVICE bool isinf(type x) { return ((bits_type)bits(x) & magnitude) == infinity; }                  \
  WS_DEVICE bool isfinite(type x) { return ((bits_type)bits(x) & magnitude) < infinity; }                \
  WS_DEVICE bool signbit(type x) { return ((bits_type)bits(x) & ~magnitude) != 0; }
WS_CLASSIFY(float, unsigned int, __nvvm_bitcast_f2i, 0x7fffffffu, 0x7f800000u)
WS_CLASSIFY(double, unsigned long long, __nvvm_bitcast_d2ll, 0x7fffffffffffffffull, 0x7ff0000000000000ull)
#undef WS_CLASSIFY

namespace std {
using ::acos;
using ::acosh;
using ::asin;
using ::asinh;
using ::atan;
using ::atanh;
using ::cbrt;
using ::cos;
using ::cosh;
using ::erf;
using ::erfc;
using ::exp;
using ::exp2;
using ::expm1;
using ::lgamma;
using ::log;
using ::log10;
using ::log1p;
using ::log2;
using ::sin;
using ::sinh;
using ::tan;
using ::tanh;
using ::tgamma;
using ::atan2;
using ::fmod;
using ::hypot;
using ::nextafter;
using ::pow;
using ::remainder;
using ::ceil;
using ::fabs;
using ::floor;
using ::rint;
using ::nearbyint;
using ::round;
using ::sqrt;
using ::trunc;
using ::copysign;
using ::fdim;
using ::fmax;
using ::fmin;
using ::fma;
using ::abs;
using ::ldexp;
using ::modf;
using ::isnan;
using ::isinf;
using ::isfinite;
using ::signbit;
using ::lround;
using ::lrint;
}  // namespace std

/* Fast intrinsics (CUDA C++ Programming Guide, "Intrinsic Functions") */
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
WS_DEVICE float __saturatef(float x) { return __nvvm_saturate_f(x); }
WS_DEVICE float __frcp_rn(float x) { return 1.0f / x; }
WS_DEVICE float __fsqrt_rn(float x) { return __builtin_sqrtf(x); }
WS_DEVICE float __frsqrt_rn(float x) { return __nvvm_rsqrt_approx_f(x); }
WS_DEVICE float __fdiv_rn(float x, float y) { return x / y; }
WS_DEVICE float __fmaf_rn(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
WS_DEVICE double __fma_rn(double x, double y, double z) { return __builtin_fma(x, y, z); }
/* Written as PTX so that the compiler contracts nothing */
#define WS_ROUNDED(name, type, constraint, instruction)                                    \
  WS_DEVICE type name(type x, type y) {                                                    \
    type result;                                                                           \
    __asm__(instruction " %0, %1, %2;" : "=" constraint(result) : constraint(x), constraint(y)); \
    return result;                                                                         \
  }
WS_ROUNDED(__fadd_rn, float, "f", "add.rn.f32")
WS_ROUNDED(__fsub_rn, float, "f", "sub.rn.f32")
WS_ROUNDED(__fmul_rn, float, "f", "mul.rn.f32")
WS_ROUNDED(__dadd_rn, double, "d", "add.rn.f64")
WS_ROUNDED(__dsub_rn, double, "d", "sub.rn.f64")
WS_ROUNDED(__dmul_rn, double, "d", "mul.rn.f64")
#undef WS_ROUNDED

#endif
