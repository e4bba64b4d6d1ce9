// Functions that the C library does not have, in long double, by definitions other than the
// simulator's: bisection and integrals.
#pragma once

#include <cmath>

namespace reference {

using Real = long double;
inline constexpr Real kPi = 3.14159265358979323846264338327950288L;

inline Real sin_pi(Real x) {
  const Real reduced = std::remainder(x, Real{2});  // exact
  if (std::fabs(reduced) > Real{0.5}) {
    return std::copysign(std::sin(kPi * (1 - std::fabs(reduced))), reduced);
  }
  return std::sin(kPi * reduced);
}
inline Real cos_pi(Real x) {
  const Real reduced = std::fabs(std::remainder(x, Real{2}));
  return reduced > Real{0.25} ? sin_pi(Real{0.5} - reduced) : std::cos(kPi * reduced);
}

/// f is monotone on [low, high] and passes `value` there.
template <class Function>
Real bisect(Function f, Real value, Real low, Real high) {
  const bool rises = f(high) > f(low);
  for (int i = 0; i < 220; ++i) {
    const Real middle = low + (high - low) / 2;
    ((f(middle) < value) == rises ? low : high) = middle;
  }
  return low + (high - low) / 2;
}

inline Real inverse_erfc(Real x);
inline Real inverse_erf(Real x) {
  if (x == 0 || std::fabs(x) >= 1) {
    return x == 0 ? x : std::copysign(HUGE_VALL, x);
  }
  if (std::fabs(x) > Real{0.5}) {
    return std::copysign(inverse_erfc(1 - std::fabs(x)), x);
  }
  const auto erf = [](Real y) { return std::erf(y); };
  return std::copysign(bisect(erf, std::fabs(x), 0, 1), x);
}
inline Real inverse_erfc(Real x) {
  if (x <= 0 || x >= 2) {
    return x <= 0 ? HUGE_VALL : -HUGE_VALL;
  }
  if (x > Real{0.5} && x < Real{1.5}) {
    return inverse_erf(1 - x);
  }
  const auto erfc = [](Real y) { return std::erfc(y); };
  return x < 1 ? bisect(erfc, x, 0, 110) : -bisect(erfc, 2 - x, 0, 110);
}

/// exp(x^2) erfc(x); from 5 on by its continued fraction, from the tail up.
inline Real scaled_erfc(Real x) {
  if (x < 5) {
    return std::exp(x * x) * std::erfc(x);
  }
  Real tail = 0;
  for (int k = 400; k > 0; --k) {
    tail = static_cast<Real>(k) / 2 / (x + tail);
  }
  return 1 / std::sqrt(kPi) / (x + tail);
}

/// Integrals over a whole period: the trapezoidal rule converges faster than any power.
inline Real bessel_i(int order, Real x) {
  constexpr int kSteps = 400;
  Real sum = 0;
  for (int i = 0; i < kSteps; ++i) {
    const Real angle = 2 * kPi * i / kSteps;
    sum += order == 0 ? std::cosh(x * std::cos(angle))
                      : std::sinh(x * std::cos(angle)) * std::cos(angle);
  }
  return x == 0 && order == 1 ? x : sum / kSteps;
}
inline Real bessel_j(int order, Real x) {
  constexpr int kSteps = 800;
  Real sum = 0;
  for (int i = 0; i < kSteps; ++i) {
    const Real angle = 2 * kPi * i / kSteps;
    sum += std::cos(order * angle - x * std::sin(angle));
  }
  return sum / kSteps;
}

}  // namespace reference
