// Mathematical functions beyond the C library, computed in extended precision.
#include "warpschool/sim/special_functions.hpp"

#include <cmath>
#include <limits>

namespace warpschool::sim {
namespace {

using Real = long double;

constexpr Real kPi = 3.14159265358979323846264338327950288L;
constexpr Real kTwoOverRootPi = 1.12837916709551257389615890312154517L;
constexpr Real kRootHalf = 0.707106781186547524400844362104849039L;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// erf(y) = x for |x| <= 1/2: Halley's method from the first term of the series.
Real inverse_erf(Real x) {
  Real y = x / kTwoOverRootPi;
  for (int i = 0; i < 8; ++i) {
    const Real error = std::erf(y) - x;
    const Real slope = kTwoOverRootPi * std::exp(-y * y);
    y -= error / (slope + y * error);
  }
  return y;
}

/// erfc(y) = x for 0 < x < 1/2, so y > 0.
Real inverse_erfc(Real x) {
  const Real logarithm = -std::log(x);
  Real y = std::sqrt(logarithm - 0.5L * std::log(kPi * (logarithm > 1 ? logarithm : 1)));
  y = y > 0.4L ? y : 0.4L;
  for (int i = 0; i < 16; ++i) {
    const Real error = std::erfc(y) - x;
    const Real slope = -kTwoOverRootPi * std::exp(-y * y);
    const Real step = error / (slope + y * error);
    y -= step;
    if (std::fabs(step) < y * 1e-19L) {
      break;
    }
  }
  return y;
}

/// Sum of (x^2/4)^k / (k! (k + order)!): all terms positive, so nothing cancels.
Real bessel_series(Real x, int order) {
  const Real square = x * x / 4;
  Real term = 1;
  Real sum = 1;
  for (int k = 1; k < 3000; ++k) {
    term *= square / (static_cast<Real>(k) * static_cast<Real>(k + order));
    sum += term;
    if (term < sum * 1e-22L) {
      break;
    }
  }
  return sum;
}

Real square(double x) {
  return static_cast<Real>(x) * static_cast<Real>(x);  // the exponent's range is wide enough
}

Real length(double x, double y, double z, double w) {
  return std::sqrt(square(x) + square(y) + square(z) + square(w));
}

bool any_infinite(double x, double y, double z, double w) {
  return std::isinf(x) || std::isinf(y) || std::isinf(z) || std::isinf(w);
}

/// x = n / 2 + rest, |rest| <= 1/4, exactly; n modulo 4.
int quadrant(double x, Real& rest) {
  const Real reduced = std::fmod(static_cast<Real>(x), Real{2});
  const Real halves = std::nearbyint(2 * reduced);
  rest = reduced - halves / 2;
  return static_cast<int>(halves) & 3;
}

}  // namespace

double rsqrt_of(double x) {
  return static_cast<double>(1 / std::sqrt(static_cast<Real>(x)));
}

double cbrt_of(double x) {
  return static_cast<double>(std::cbrt(static_cast<Real>(x)));
}

double rcbrt_of(double x) {
  return static_cast<double>(1 / std::cbrt(static_cast<Real>(x)));
}

double sinpi_of(double x) {
  if (!std::isfinite(x)) {
    return kNan;
  }
  Real rest = 0;
  const int n = quadrant(x, rest);
  const Real value = n % 2 == 0 ? std::sin(kPi * rest) : std::cos(kPi * rest);
  const auto result = static_cast<double>(n >= 2 ? -value : value);
  return result == 0 ? std::copysign(0.0, x) : result;
}

double cospi_of(double x) {
  if (!std::isfinite(x)) {
    return kNan;
  }
  Real rest = 0;
  const int n = quadrant(x, rest);
  const Real value = n % 2 == 0 ? std::cos(kPi * rest) : std::sin(kPi * rest);
  const auto result = static_cast<double>(n == 1 || n == 2 ? -value : value);
  return result == 0 ? 0.0 : result;
}

double exp10_of(double x) {
  return static_cast<double>(std::pow(Real{10}, static_cast<Real>(x)));
}

double erfcx_of(double x) {
  const auto wide = static_cast<Real>(x);
  if (x < 25) {
    return static_cast<double>(std::exp(wide * wide) * std::erfc(wide));
  }
  // erfc(x) ~ exp(-x^2) / (x sqrt(pi)) * (1 - 1/(2x^2) + 3/(4x^4) - ...)
  const Real u = 1 / (2 * wide * wide);
  const Real series =
      1 - u * (1 - 3 * u * (1 - 5 * u * (1 - 7 * u * (1 - 9 * u * (1 - 11 * u * (1 - 13 * u))))));
  return static_cast<double>(series * kTwoOverRootPi / 2 / wide);
}

double erfinv_of(double x) {
  if (std::isnan(x) || x < -1 || x > 1) {
    return kNan;
  }
  if (x == 0) {
    return x;
  }
  const Real magnitude = std::fabs(static_cast<Real>(x));
  if (magnitude == 1) {
    return std::copysign(kInfinity, x);
  }
  const Real y = magnitude <= 0.5L ? inverse_erf(magnitude) : inverse_erfc(1 - magnitude);
  return std::copysign(static_cast<double>(y), x);
}

double erfcinv_of(double x) {
  if (std::isnan(x) || x < 0 || x > 2) {
    return kNan;
  }
  if (x == 0 || x == 2) {
    return x == 0 ? kInfinity : -kInfinity;
  }
  const auto wide = static_cast<Real>(x);
  if (x >= 0.5 && x <= 1.5) {
    return static_cast<double>(inverse_erf(1 - wide));
  }
  return static_cast<double>(x < 1 ? inverse_erfc(wide) : -inverse_erfc(2 - wide));
}

double normcdf_of(double x) {
  return static_cast<double>(std::erfc(-static_cast<Real>(x) * kRootHalf) / 2);
}

double normcdfinv_of(double p) {
  if (std::isnan(p) || p < 0 || p > 1) {
    return kNan;
  }
  if (p == 0 || p == 1) {
    return p == 0 ? -kInfinity : kInfinity;
  }
  const Real tail = 2 * static_cast<Real>(p);
  Real y = 0;
  if (tail >= 0.5L && tail <= 1.5L) {
    y = inverse_erf(1 - tail);
  } else {
    y = tail < 1 ? inverse_erfc(tail) : -inverse_erfc(2 - tail);
  }
  return static_cast<double>(-y / kRootHalf);
}

double bessel_i0_of(double x) {
  return std::isinf(x) ? kInfinity : static_cast<double>(bessel_series(static_cast<Real>(x), 0));
}

double bessel_i1_of(double x) {
  return std::isinf(x) ? x
                       : static_cast<double>(static_cast<Real>(x) / 2 *
                                             bessel_series(static_cast<Real>(x), 1));
}

double bessel_j0_of(double x) {
  return static_cast<double>(::j0l(static_cast<Real>(x)));
}
double bessel_j1_of(double x) {
  return static_cast<double>(::j1l(static_cast<Real>(x)));
}
double bessel_jn_of(int n, double x) {
  return n < 0 ? kNan : static_cast<double>(::jnl(n, static_cast<Real>(x)));
}
double bessel_y0_of(double x) {
  return x < 0 ? kNan : static_cast<double>(::y0l(static_cast<Real>(x)));
}
double bessel_y1_of(double x) {
  return x < 0 ? kNan : static_cast<double>(::y1l(static_cast<Real>(x)));
}
double bessel_yn_of(int n, double x) {
  return n < 0 || x < 0 ? kNan : static_cast<double>(::ynl(n, static_cast<Real>(x)));
}

double lgamma_of(double x) {
  int sign = 0;  // not the global signgam: lanes of several host threads compute at once
  return ::lgamma_r(x, &sign);
}

double norm3d_of(double x, double y, double z) {
  return norm4d_of(x, y, z, 0);
}
double norm4d_of(double x, double y, double z, double w) {
  return any_infinite(x, y, z, w) ? kInfinity : static_cast<double>(length(x, y, z, w));
}
double rhypot_of(double x, double y) {
  return rnorm4d_of(x, y, 0, 0);
}
double rnorm3d_of(double x, double y, double z) {
  return rnorm4d_of(x, y, z, 0);
}
double rnorm4d_of(double x, double y, double z, double w) {
  return any_infinite(x, y, z, w) ? 0 : static_cast<double>(1 / length(x, y, z, w));
}

int remquo_bits_of(double x, double y) {
  int quotient = 0;
  static_cast<void>(std::remquo(x, y, &quotient));
  return quotient;
}

}  // namespace warpschool::sim
