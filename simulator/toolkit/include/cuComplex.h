/* Complex numbers as structs (the header of that name in the CUDA Toolkit): x is the real part, y the imaginary one. */
#ifndef WARPSCHOOL_CUCOMPLEX_H
#define WARPSCHOOL_CUCOMPLEX_H
#define CU_COMPLEX_H_ /* programs and their helpers ask for it by this name */

#include "cuda_runtime.h"

#include <math.h>

#if defined(__CUDA__) && defined(__clang__)
#  define WS_COMPLEX static __inline__ __attribute__((host, device, always_inline, nodebug, unused))
#else
#  define WS_COMPLEX static __inline__ __attribute__((unused))
#endif

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

/* Division scales its operands, so that only a result that is out of range overflows. */
#define WS_COMPLEX_TYPE(complex, real, suffix, make, fabs_, hypot_)                                       \
  WS_COMPLEX real cuCreal##suffix(complex z) { return z.x; }                                             \
  WS_COMPLEX real cuCimag##suffix(complex z) { return z.y; }                                             \
  WS_COMPLEX complex make(real re, real im) {                                                            \
    complex z;                                                                                           \
    z.x = re;                                                                                            \
    z.y = im;                                                                                            \
    return z;                                                                                            \
  }                                                                                                      \
  WS_COMPLEX complex cuConj##suffix(complex z) { return make(z.x, -z.y); }                               \
  WS_COMPLEX complex cuCadd##suffix(complex a, complex b) { return make(a.x + b.x, a.y + b.y); }         \
  WS_COMPLEX complex cuCsub##suffix(complex a, complex b) { return make(a.x - b.x, a.y - b.y); }         \
  WS_COMPLEX complex cuCmul##suffix(complex a, complex b) {                                              \
    return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                                           \
  }                                                                                                      \
  WS_COMPLEX complex cuCdiv##suffix(complex a, complex b) {                                              \
    real scale = 1 / (fabs_(b.x) + fabs_(b.y));                                                          \
    a = make(a.x * scale, a.y * scale);                                                                  \
    b = make(b.x * scale, b.y * scale);                                                                  \
    scale = 1 / (b.x * b.x + b.y * b.y);                                                                 \
    return make((a.x * b.x + a.y * b.y) * scale, (a.y * b.x - a.x * b.y) * scale);                       \
  }                                                                                                      \
  WS_COMPLEX real cuCabs##suffix(complex z) { return hypot_(z.x, z.y); }                                 \
  WS_COMPLEX complex cuCfma##suffix(complex a, complex b, complex c) {                                   \
    return make(a.x * b.x - a.y * b.y + c.x, a.x * b.y + a.y * b.x + c.y);                               \
  }
WS_COMPLEX_TYPE(cuFloatComplex, float, f, make_cuFloatComplex, fabsf, hypotf)
WS_COMPLEX_TYPE(cuDoubleComplex, double, , make_cuDoubleComplex, fabs, hypot)
#undef WS_COMPLEX_TYPE

WS_COMPLEX cuComplex make_cuComplex(float re, float im) { return make_cuFloatComplex(re, im); }
WS_COMPLEX cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return make_cuDoubleComplex((double)z.x, (double)z.y); }
WS_COMPLEX cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) { return make_cuFloatComplex((float)z.x, (float)z.y); }

#undef WS_COMPLEX
#endif
