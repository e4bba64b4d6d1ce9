/* Device overloads of the C maths functions, declared before any host header: only then does clang prefer them to the host's.
 *
 * There is no libdevice. What PTX has as an instruction is lowered by clang; all else is an external function of the C
 * library's name that the simulator answers (docs/COMPATIBILITY.md, "Maths"). */
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
WS_EXTERN_1(cospi)
WS_EXTERN_1(cyl_bessel_i0)
WS_EXTERN_1(cyl_bessel_i1)
WS_EXTERN_1(erfcinv)
WS_EXTERN_1(erfcx)
WS_EXTERN_1(erfinv)
WS_EXTERN_1(j0)
WS_EXTERN_1(j1)
WS_EXTERN_1(logb)
WS_EXTERN_1(normcdf)
WS_EXTERN_1(normcdfinv)
WS_EXTERN_1(rcbrt)
WS_EXTERN_1(sinpi)
WS_EXTERN_1(y0)
WS_EXTERN_1(y1)
WS_EXTERN_2(rhypot)
#undef WS_EXTERN_1
#undef WS_EXTERN_2
WS_EXTERN float norm3df(float x, float y, float z);
WS_EXTERN double norm3d(double x, double y, double z);
WS_EXTERN float norm4df(float x, float y, float z, float w);
WS_EXTERN double norm4d(double x, double y, double z, double w);
WS_EXTERN float rnorm3df(float x, float y, float z);
WS_EXTERN double rnorm3d(double x, double y, double z);
WS_EXTERN float rnorm4df(float x, float y, float z, float w);
WS_EXTERN double rnorm4d(double x, double y, double z, double w);
WS_EXTERN float jnf(int n, float x);
WS_EXTERN double jn(int n, double x);
WS_EXTERN float ynf(int n, float x);
WS_EXTERN double yn(int n, double x);
WS_EXTERN float ldexpf(float x, int e);
WS_EXTERN double ldexp(double x, int e);
WS_EXTERN float scalbnf(float x, int e);
WS_EXTERN double scalbn(double x, int e);
WS_EXTERN float scalblnf(float x, long e);
WS_EXTERN double scalbln(double x, long e);
WS_EXTERN int ilogbf(float x);
WS_EXTERN int ilogb(double x);
WS_EXTERN int __ws_remquo_bitsf(float x, float y);
WS_EXTERN int __ws_remquo_bits(double x, double y);
WS_DEVICE float ldexp(float x, int e) { return ldexpf(x, e); }
WS_DEVICE float scalbn(float x, int e) { return scalbnf(x, e); }
WS_DEVICE float scalbln(float x, long e) { return scalblnf(x, e); }
WS_DEVICE int ilogb(float x) { return ilogbf(x); }

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
WS_DEVICE float fdimf(float x, float y) { return x <= y ? 0.0f : x - y; }
WS_DEVICE float fdim(float x, float y) { return fdimf(x, y); }
WS_DEVICE double fdim(double x, double y) { return x <= y ? 0.0 : x - y; }
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
WS_EXTERN double rsqrt(double x);
WS_DEVICE float fdividef(float x, float y) { return x / y; }
WS_DEVICE void sincosf(float x, float* s, float* c) { *s = sinf(x); *c = cosf(x); }
WS_DEVICE void sincos(float x, float* s, float* c) { sincosf(x, s, c); }
WS_DEVICE void sincos(double x, double* s, double* c) { *s = sin(x); *c = cos(x); }
WS_DEVICE void sincospif(float x, float* s, float* c) { *s = sinpif(x); *c = cospif(x); }
WS_DEVICE void sincospi(float x, float* s, float* c) { sincospif(x, s, c); }
WS_DEVICE void sincospi(double x, double* s, double* c) { *s = sinpi(x); *c = cospi(x); }
WS_DEVICE float modff(float x, float* whole) {
  *whole = truncf(x);
  return copysignf(__builtin_fabsf(x) == __builtin_inff() ? 0.0f : x - *whole, x);
}
WS_DEVICE float modf(float x, float* whole) { return modff(x, whole); }
WS_DEVICE double modf(double x, double* whole) {
  *whole = trunc(x);
  return copysign(__builtin_fabs(x) == __builtin_inf() ? 0.0 : x - *whole, x);
}
/* A subnormal number is scaled up first. */
WS_DEVICE float frexpf(float x, int* exponent) {
  unsigned int bits = (unsigned int)__nvvm_bitcast_f2i(x);
  int less = 126;
  if ((bits & 0x7fffffffu) == 0 || (bits & 0x7f800000u) == 0x7f800000u) {
    *exponent = 0;
    return x + x;
  }
  if ((bits & 0x7f800000u) == 0) {
    bits = (unsigned int)__nvvm_bitcast_f2i(x * 16777216.0f);
    less += 24;
  }
  *exponent = (int)(bits >> 23 & 0xffu) - less;
  return __nvvm_bitcast_i2f((int)((bits & 0x807fffffu) | 0x3f000000u));
}
WS_DEVICE float frexp(float x, int* exponent) { return frexpf(x, exponent); }
WS_DEVICE double frexp(double x, int* exponent) {
  unsigned long long bits = (unsigned long long)__nvvm_bitcast_d2ll(x);
  int less = 1022;
  if ((bits & 0x7fffffffffffffffull) == 0 || (bits & 0x7ff0000000000000ull) == 0x7ff0000000000000ull) {
    *exponent = 0;
    return x + x;
  }
  if ((bits & 0x7ff0000000000000ull) == 0) {
    bits = (unsigned long long)__nvvm_bitcast_d2ll(x * 18014398509481984.0);
    less += 54;
  }
  *exponent = (int)(bits >> 52 & 0x7ffu) - less;
  return __nvvm_bitcast_ll2d((long long)((bits & 0x800fffffffffffffull) | 0x3fe0000000000000ull));
}
WS_DEVICE float remquof(float x, float y, int* quotient) {
  *quotient = __ws_remquo_bitsf(x, y);
  return remainderf(x, y);
}
WS_DEVICE float remquo(float x, float y, int* quotient) { return remquof(x, y, quotient); }
WS_DEVICE double remquo(double x, double y, int* quotient) {
  *quotient = __ws_remquo_bits(x, y);
  return remainder(x, y);
}
WS_DEVICE float normf(int count, const float* values) {
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += (double)values[i] * (double)values[i];
  }
  return (float)sqrt(sum);
}
WS_DEVICE double norm(int count, const double* values) {
  double length = 0;
  for (int i = 0; i < count; ++i) {
    length = hypot(length, values[i]);
  }
  return length;
}
WS_DEVICE float rnormf(int count, const float* values) { return (float)(1.0 / (double)normf(count, values)); }
WS_DEVICE double rnorm(int count, const double* values) { return 1.0 / norm(count, values); }
WS_DEVICE float nanf(const char*) { return __nvvm_bitcast_i2f(0x7fffffff); }
WS_DEVICE double nan(const char*) { return __nvvm_bitcast_ll2d(0x7fffffffffffffffll); }
/* As PTX, because the result of a C cast that does not fit is undefined */
#define WS_TO_INTEGER(name, type, from, constraint, result, instruction)                \
  WS_DEVICE type name(from x) {                                                         \
    type integer;                                                                       \
    __asm__(instruction " %0, %1;" : "=" result(integer) : constraint(x));              \
    return integer;                                                                     \
  }
WS_TO_INTEGER(lrintf, long, float, "f", "l", "cvt.rni.s64.f32")
WS_TO_INTEGER(lrint, long, float, "f", "l", "cvt.rni.s64.f32")
WS_TO_INTEGER(lrint, long, double, "d", "l", "cvt.rni.s64.f64")
WS_TO_INTEGER(llrintf, long long, float, "f", "l", "cvt.rni.s64.f32")
WS_TO_INTEGER(llrint, long long, float, "f", "l", "cvt.rni.s64.f32")
WS_TO_INTEGER(llrint, long long, double, "d", "l", "cvt.rni.s64.f64")
WS_TO_INTEGER(ws_whole_f, long long, float, "f", "l", "cvt.rzi.s64.f32")
WS_TO_INTEGER(ws_whole_d, long long, double, "d", "l", "cvt.rzi.s64.f64")
#undef WS_TO_INTEGER
WS_DEVICE long lroundf(float x) { return (long)ws_whole_f(roundf(x)); }
WS_DEVICE long lround(float x) { return lroundf(x); }
WS_DEVICE long lround(double x) { return (long)ws_whole_d(round(x)); }
WS_DEVICE long long llroundf(float x) { return ws_whole_f(roundf(x)); }
WS_DEVICE long long llround(float x) { return llroundf(x); }
WS_DEVICE long long llround(double x) { return ws_whole_d(round(x)); }
WS_DEVICE float pow(float x, int y) { return powf(x, (float)y); }
WS_DEVICE double pow(double x, int y) { return pow(x, (double)y); }

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
/* The names behind the macros of <math.h>, which programs write where the macros are gone */
#define WS_CLASSIFY_AS(suffix, type)                          \
  WS_DEVICE int __isnan##suffix(type x) { return isnan(x); }   \
  WS_DEVICE int __isinf##suffix(type x) { return isinf(x); }   \
  WS_DEVICE int __finite##suffix(type x) { return isfinite(x); } \
  WS_DEVICE int __signbit##suffix(type x) { return signbit(x); }
WS_CLASSIFY_AS(, double)
WS_CLASSIFY_AS(f, float)
#undef WS_CLASSIFY_AS

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
using ::frexp;
using ::ilogb;
using ::llrint;
using ::llround;
using ::logb;
using ::lround;
using ::lrint;
using ::remquo;
using ::scalbln;
using ::scalbn;
}  // namespace std

#endif
