/* Complex numbers for both sides (Thrust documentation, "Complex Numbers"): the names of std::complex. Products and quotients are the
 * plain formulas; a quotient is scaled so that it does not overflow on its way. */
#ifndef WARPSCHOOL_THRUST_COMPLEX_H
#define WARPSCHOOL_THRUST_COMPLEX_H

#include "base.h"

#include <cmath>
#include <complex>
#include <sstream>

namespace thrust {

template <class T>
struct complex {
  using value_type = T;

  complex() = default;
  WS_THRUST complex(const T& re) : re_(re), im_(T()) {}
  WS_THRUST complex(const T& re, const T& im) : re_(re), im_(im) {}
  template <class U, class = std::enable_if_t<!std::is_same<T, U>::value>>
  WS_THRUST complex(const complex<U>& z) : re_(static_cast<T>(z.real())), im_(static_cast<T>(z.imag())) {}
  template <class U>
  complex(const std::complex<U>& z) : re_(static_cast<T>(z.real())), im_(static_cast<T>(z.imag())) {}
  operator std::complex<T>() const { return std::complex<T>(re_, im_); }

  WS_THRUST T real() const { return re_; }
  WS_THRUST T imag() const { return im_; }
  WS_THRUST void real(T re) { re_ = re; }
  WS_THRUST void imag(T im) { im_ = im; }

  WS_THRUST complex& operator=(const T& re) {
    re_ = re;
    im_ = T();
    return *this;
  }
  WS_THRUST complex& operator+=(const complex& z) { return *this = *this + z; }
  WS_THRUST complex& operator-=(const complex& z) { return *this = *this - z; }
  WS_THRUST complex& operator*=(const complex& z) { return *this = *this * z; }
  WS_THRUST complex& operator/=(const complex& z) { return *this = *this / z; }

  /* With a number on either side, too */
  friend WS_THRUST complex operator+(const complex& a, const complex& b) { return complex(a.re_ + b.re_, a.im_ + b.im_); }
  friend WS_THRUST complex operator+(const complex& a, const T& b) { return complex(a.re_ + b, a.im_); }
  friend WS_THRUST complex operator+(const T& a, const complex& b) { return complex(a + b.re_, b.im_); }
  friend WS_THRUST complex operator-(const complex& a, const complex& b) { return complex(a.re_ - b.re_, a.im_ - b.im_); }
  friend WS_THRUST complex operator-(const complex& a, const T& b) { return complex(a.re_ - b, a.im_); }
  friend WS_THRUST complex operator-(const T& a, const complex& b) { return complex(a - b.re_, -b.im_); }
  friend WS_THRUST complex operator*(const complex& a, const complex& b) {
    return complex(a.re_ * b.re_ - a.im_ * b.im_, a.re_ * b.im_ + a.im_ * b.re_);
  }
  friend WS_THRUST complex operator*(const complex& a, const T& b) { return complex(a.re_ * b, a.im_ * b); }
  friend WS_THRUST complex operator*(const T& a, const complex& b) { return complex(a * b.re_, a * b.im_); }
  friend WS_THRUST complex operator/(const complex& a, const complex& b) {
    const T scale = ::fabs(b.re_) + ::fabs(b.im_);
    const T br = b.re_ / scale, bi = b.im_ / scale, ar = a.re_ / scale, ai = a.im_ / scale, size = br * br + bi * bi;
    return complex((ar * br + ai * bi) / size, (ai * br - ar * bi) / size);
  }
  friend WS_THRUST complex operator/(const complex& a, const T& b) { return complex(a.re_ / b, a.im_ / b); }
  friend WS_THRUST complex operator/(const T& a, const complex& b) { return complex(a) / b; }
  friend WS_THRUST complex operator+(const complex& a) { return a; }
  friend WS_THRUST complex operator-(const complex& a) { return complex(-a.re_, -a.im_); }
  friend WS_THRUST bool operator==(const complex& a, const complex& b) { return a.re_ == b.re_ && a.im_ == b.im_; }
  friend WS_THRUST bool operator==(const complex& a, const T& b) { return a.re_ == b && a.im_ == T(); }
  friend WS_THRUST bool operator==(const T& a, const complex& b) { return b == a; }
  friend WS_THRUST bool operator!=(const complex& a, const complex& b) { return !(a == b); }
  friend WS_THRUST bool operator!=(const complex& a, const T& b) { return !(a == b); }
  friend WS_THRUST bool operator!=(const T& a, const complex& b) { return !(b == a); }

 private:
  T re_, im_;
};

template <class T>
WS_THRUST T abs(const complex<T>& z) {
  return ::hypot(z.real(), z.imag());
}
template <class T>
WS_THRUST T arg(const complex<T>& z) {
  return ::atan2(z.imag(), z.real());
}
template <class T>
WS_THRUST T norm(const complex<T>& z) {
  return z.real() * z.real() + z.imag() * z.imag();
}
template <class T>
WS_THRUST complex<T> conj(const complex<T>& z) {
  return complex<T>(z.real(), -z.imag());
}
template <class T>
WS_THRUST complex<T> polar(const T& length, const T& angle = T()) {
  return complex<T>(length * ::cos(angle), length * ::sin(angle));
}
template <class T>
WS_THRUST complex<T> proj(const complex<T>& z) {
  return ::isinf(z.real()) || ::isinf(z.imag()) ? complex<T>(static_cast<T>(INFINITY), ::copysign(T(), z.imag())) : z;
}
template <class T>
WS_THRUST complex<T> exp(const complex<T>& z) {
  return polar(static_cast<T>(::exp(z.real())), z.imag());
}
template <class T>
WS_THRUST complex<T> log(const complex<T>& z) {
  return complex<T>(::log(thrust::abs(z)), thrust::arg(z));
}
template <class T>
WS_THRUST complex<T> log10(const complex<T>& z) {
  return thrust::log(z) / static_cast<T>(2.302585092994045684);
}
template <class T>
WS_THRUST complex<T> sqrt(const complex<T>& z) {
  const T length = thrust::abs(z);
  if (length == T()) {
    return complex<T>(T(), z.imag());
  }
  const T half = ::sqrt((length + ::fabs(z.real())) / 2), other = ::fabs(z.imag()) / (2 * half);
  return z.real() >= T() ? complex<T>(half, ::copysign(other, z.imag())) : complex<T>(other, ::copysign(half, z.imag()));
}
template <class T>
WS_THRUST complex<T> pow(const complex<T>& z, const complex<T>& power) {
  return z == T() ? complex<T>(power == T() ? T(1) : T()) : thrust::exp(thrust::log(z) * power);
}
template <class T>
WS_THRUST complex<T> pow(const complex<T>& z, const T& power) {
  return thrust::pow(z, complex<T>(power));
}
template <class T>
WS_THRUST complex<T> pow(const T& z, const complex<T>& power) {
  return thrust::pow(complex<T>(z), power);
}
template <class T>
WS_THRUST complex<T> sinh(const complex<T>& z) {
  return complex<T>(::sinh(z.real()) * ::cos(z.imag()), ::cosh(z.real()) * ::sin(z.imag()));
}
template <class T>
WS_THRUST complex<T> cosh(const complex<T>& z) {
  return complex<T>(::cosh(z.real()) * ::cos(z.imag()), ::sinh(z.real()) * ::sin(z.imag()));
}
template <class T>
WS_THRUST complex<T> tanh(const complex<T>& z) {
  return thrust::sinh(z) / thrust::cosh(z);
}
template <class T>
WS_THRUST complex<T> sin(const complex<T>& z) {
  return complex<T>(::sin(z.real()) * ::cosh(z.imag()), ::cos(z.real()) * ::sinh(z.imag()));
}
template <class T>
WS_THRUST complex<T> cos(const complex<T>& z) {
  return complex<T>(::cos(z.real()) * ::cosh(z.imag()), -::sin(z.real()) * ::sinh(z.imag()));
}
template <class T>
WS_THRUST complex<T> tan(const complex<T>& z) {
  return thrust::sin(z) / thrust::cos(z);
}

template <class T, class Char, class Traits>
std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& out, const complex<T>& z) {
  return out << static_cast<std::complex<T>>(z);
}
template <class T, class Char, class Traits>
std::basic_istream<Char, Traits>& operator>>(std::basic_istream<Char, Traits>& in, complex<T>& z) {
  std::complex<T> read;
  in >> read;
  z = complex<T>(read);
  return in;
}

}  // namespace thrust

#endif
