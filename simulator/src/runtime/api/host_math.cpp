// The functions that CUDA adds to the C library for host code as well (rsqrt, erfinv, norm3d, ...):
// warpschool_toolkit/math_host.h declares them.
#include "warpschool/sim/special_functions.hpp"

using namespace warpschool;

#define WARPSCHOOL_HOST_1(name, function)                             \
  double name(double x) {                                             \
    return sim::function(x);                                          \
  }                                                                   \
  float name##f(float x) {                                            \
    return static_cast<float>(sim::function(static_cast<double>(x))); \
  }

extern "C" {

WARPSCHOOL_HOST_1(rsqrt, rsqrt_of)
WARPSCHOOL_HOST_1(rcbrt, rcbrt_of)
WARPSCHOOL_HOST_1(sinpi, sinpi_of)
WARPSCHOOL_HOST_1(cospi, cospi_of)
WARPSCHOOL_HOST_1(erfinv, erfinv_of)
WARPSCHOOL_HOST_1(erfcinv, erfcinv_of)
WARPSCHOOL_HOST_1(erfcx, erfcx_of)
WARPSCHOOL_HOST_1(normcdf, normcdf_of)
WARPSCHOOL_HOST_1(normcdfinv, normcdfinv_of)
WARPSCHOOL_HOST_1(cyl_bessel_i0, bessel_i0_of)
WARPSCHOOL_HOST_1(cyl_bessel_i1, bessel_i1_of)

double norm3d(double x, double y, double z) {
  return sim::norm3d_of(x, y, z);
}
double norm4d(double x, double y, double z, double w) {
  return sim::norm4d_of(x, y, z, w);
}
double rnorm3d(double x, double y, double z) {
  return sim::rnorm3d_of(x, y, z);
}
double rnorm4d(double x, double y, double z, double w) {
  return sim::rnorm4d_of(x, y, z, w);
}
double rhypot(double x, double y) {
  return sim::rhypot_of(x, y);
}

}  // extern "C"

#undef WARPSCHOOL_HOST_1
