// Mathematical functions that CUDA has beyond the C library (CUDA C++ Programming Guide, appendix
// "Mathematical Functions"). Computed in extended precision and rounded to double once: well inside
// the guide's bounds. Single precision rounds the double.
#pragma once

namespace warpschool::sim {

double rsqrt_of(double x);
double cbrt_of(double x);  ///< the C library's is wrong by up to 3 ULP
double rcbrt_of(double x);
double sinpi_of(double x);
double cospi_of(double x);
double exp10_of(double x);
double erfcx_of(double x);    ///< exp(x^2) erfc(x)
double erfinv_of(double x);   ///< NaN outside [-1, 1]
double erfcinv_of(double x);  ///< NaN outside [0, 2]
double normcdf_of(double x);
double normcdfinv_of(double p);
double bessel_i0_of(double x);
double bessel_i1_of(double x);
double bessel_j0_of(double x);
double bessel_j1_of(double x);
double bessel_jn_of(int n, double x);
double bessel_y0_of(double x);
double bessel_y1_of(double x);
double bessel_yn_of(int n, double x);
double lgamma_of(double x);
double norm3d_of(double x, double y, double z);
double norm4d_of(double x, double y, double z, double w);
double rhypot_of(double x, double y);
double rnorm3d_of(double x, double y, double z);
double rnorm4d_of(double x, double y, double z, double w);
int remquo_bits_of(double x, double y);  ///< the low bits of the quotient, with its sign

}  // namespace warpschool::sim
