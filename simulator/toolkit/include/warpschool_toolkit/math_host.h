/* What CUDA adds to the C library's mathematics, for host code: __host__ __device__ functions and references on the host use
 * it. Answered by libwarpschool_cudart. */
#ifndef WARPSCHOOL_MATH_HOST_H
#define WARPSCHOOL_MATH_HOST_H

#define WS_HOST_INLINE_MATH static __inline__ __attribute__((unused))
#define WS_HOST_1(name)            \
  extern "C" double name(double);  \
  extern "C" float name##f(float); \
  WS_HOST_INLINE_MATH float name(float x) { return name##f(x); }
WS_HOST_1(rsqrt)
WS_HOST_1(rcbrt)
WS_HOST_1(sinpi)
WS_HOST_1(cospi)
WS_HOST_1(erfinv)
WS_HOST_1(erfcinv)
WS_HOST_1(erfcx)
WS_HOST_1(normcdf)
WS_HOST_1(normcdfinv)
WS_HOST_1(cyl_bessel_i0)
WS_HOST_1(cyl_bessel_i1)
#undef WS_HOST_1

extern "C" {
double norm3d(double, double, double);
double norm4d(double, double, double, double);
double rnorm3d(double, double, double);
double rnorm4d(double, double, double, double);
double rhypot(double, double);
}
WS_HOST_INLINE_MATH float norm3df(float x, float y, float z) { return (float)norm3d((double)x, (double)y, (double)z); }
WS_HOST_INLINE_MATH float norm4df(float x, float y, float z, float w) {
  return (float)norm4d((double)x, (double)y, (double)z, (double)w);
}
WS_HOST_INLINE_MATH float rnorm3df(float x, float y, float z) { return (float)rnorm3d((double)x, (double)y, (double)z); }
WS_HOST_INLINE_MATH float rnorm4df(float x, float y, float z, float w) {
  return (float)rnorm4d((double)x, (double)y, (double)z, (double)w);
}
WS_HOST_INLINE_MATH float rhypotf(float x, float y) { return (float)rhypot((double)x, (double)y); }
WS_HOST_INLINE_MATH void sincospi(double x, double* s, double* c) { *s = sinpi(x); *c = cospi(x); }
WS_HOST_INLINE_MATH void sincospif(float x, float* s, float* c) { *s = sinpif(x); *c = cospif(x); }
WS_HOST_INLINE_MATH float fdividef(float x, float y) { return x / y; }
#undef WS_HOST_INLINE_MATH

#endif
