/* Maths functions of integers, as <cmath> has them: the argument becomes a double. Declared before <cmath>, whose templates call
 * builtins that device code has not; clang prefers these there. */
#ifndef WARPSCHOOL_MATH_INTEGERS_H
#define WARPSCHOOL_MATH_INTEGERS_H

#include "math_device.h"

template <bool kCondition, class Result>
struct WarpschoolIf {};
template <class Result>
struct WarpschoolIf<true, Result> { typedef Result Type; };
/* Result where T is an integer. The trait is in a class of its own: clang 14 cannot write it into a mangled name. */
template <class T, class Result>
struct WarpschoolOfInteger : WarpschoolIf<__is_integral(T), Result> {};

namespace std {
#define WS_OF_INTEGER(name, result)                                             \
  template <class T>                                                            \
  WS_DEVICE typename WarpschoolOfInteger<T, result>::Type name(T x) {           \
    return ::name((double)x);                                                   \
  }
WS_OF_INTEGER(acos, double)
WS_OF_INTEGER(acosh, double)
WS_OF_INTEGER(asin, double)
WS_OF_INTEGER(asinh, double)
WS_OF_INTEGER(atan, double)
WS_OF_INTEGER(atanh, double)
WS_OF_INTEGER(cbrt, double)
WS_OF_INTEGER(cos, double)
WS_OF_INTEGER(cosh, double)
WS_OF_INTEGER(erf, double)
WS_OF_INTEGER(erfc, double)
WS_OF_INTEGER(exp, double)
WS_OF_INTEGER(exp2, double)
WS_OF_INTEGER(expm1, double)
WS_OF_INTEGER(lgamma, double)
WS_OF_INTEGER(log, double)
WS_OF_INTEGER(log10, double)
WS_OF_INTEGER(log1p, double)
WS_OF_INTEGER(log2, double)
WS_OF_INTEGER(logb, double)
WS_OF_INTEGER(sin, double)
WS_OF_INTEGER(sinh, double)
WS_OF_INTEGER(tan, double)
WS_OF_INTEGER(tanh, double)
WS_OF_INTEGER(tgamma, double)
WS_OF_INTEGER(ilogb, int)
WS_OF_INTEGER(lrint, long)
WS_OF_INTEGER(lround, long)
WS_OF_INTEGER(llrint, long long)
WS_OF_INTEGER(llround, long long)
#undef WS_OF_INTEGER
#define WS_OF_INTEGER_AND(name, type)                                               \
  template <class T>                                                                \
  WS_DEVICE typename WarpschoolOfInteger<T, double>::Type name(T x, type second) {  \
    return ::name((double)x, second);                                               \
  }
WS_OF_INTEGER_AND(frexp, int*)
WS_OF_INTEGER_AND(ldexp, int)
WS_OF_INTEGER_AND(scalbn, int)
WS_OF_INTEGER_AND(scalbln, long)
#undef WS_OF_INTEGER_AND
}  // namespace std

#endif
