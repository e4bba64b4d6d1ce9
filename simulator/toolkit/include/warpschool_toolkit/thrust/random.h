/* Linear congruential generators (with Park and Miller's constants, too) and distributions that both sides can use. */
#ifndef WARPSCHOOL_THRUST_RANDOM_H
#define WARPSCHOOL_THRUST_RANDOM_H

#include "engines.h"

#include <cstdint>
#include <iostream>
#include <limits>

namespace thrust {

/* x = (a x + c) mod m; an m of 0 stands for 2 to the bits of UInt. */
template <class UInt, UInt a, UInt c, UInt m>
class linear_congruential_engine {
 public:
  using result_type = UInt;
  static constexpr result_type multiplier = a, increment = c, modulus = m;
  static constexpr result_type min = c == 0 ? 1 : 0, max = m - 1, default_seed = 1;

  WS_THRUST explicit linear_congruential_engine(result_type value = default_seed) { seed(value); }
  WS_THRUST void seed(result_type value = default_seed) {
    state_ = reduced(value);
    state_ = c == 0 && state_ == 0 ? 1 : state_;
  }
  WS_THRUST result_type operator()() {
    state_ = step(state_, a, c);
    return state_;
  }
  /* n numbers further, in as many steps as n has bits. */
  WS_THRUST void discard(unsigned long long n) {
    result_type factor = a, summand = c;
    for (; n != 0; n >>= 1) {
      state_ = (n & 1) != 0 ? step(state_, factor, summand) : state_;
      summand = step(summand, factor, summand);
      factor = step(factor, factor, 0);
    }
  }
  friend WS_THRUST bool operator==(const linear_congruential_engine& x, const linear_congruential_engine& y) {
    return x.state_ == y.state_;
  }
  friend WS_THRUST bool operator!=(const linear_congruential_engine& x, const linear_congruential_engine& y) { return !(x == y); }
  template <class Char, class Traits>
  friend std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& out, const linear_congruential_engine& engine) {
    return out << engine.state_;
  }
  template <class Char, class Traits>
  friend std::basic_istream<Char, Traits>& operator>>(std::basic_istream<Char, Traits>& in, linear_congruential_engine& engine) {
    return in >> engine.state_;
  }

 private:
  WS_THRUST static result_type reduced(unsigned long long x) {
    return static_cast<result_type>(m == 0 ? x : x % (m == 0 ? 1 : m));
  }
  WS_THRUST static result_type step(result_type x, result_type factor, result_type summand) {
    return reduced(static_cast<unsigned long long>(x) * factor + summand);
  }
  result_type state_;
};
using minstd_rand0 = linear_congruential_engine<std::uint32_t, 16807, 0, 2147483647>;
using minstd_rand = linear_congruential_engine<std::uint32_t, 48271, 0, 2147483647>;
using default_random_engine = minstd_rand;

/* What every distribution has beside its numbers: two parameters, which can be kept as an object. */
#define WS_PARAMETERS(distribution, T, first, second)                                                                        \
  using result_type = T;                                                                                                     \
  struct param_type {                                                                                                        \
    T first, second;                                                                                                         \
    friend WS_THRUST bool operator==(const param_type& x, const param_type& y) { return x.first == y.first && x.second == y.second; } \
  };                                                                                                                         \
  WS_THRUST explicit distribution(const param_type& p) : p_(p) {}                                                            \
  WS_THRUST void reset() {}                                                                                                  \
  WS_THRUST T first() const { return p_.first; }                                                                             \
  WS_THRUST T second() const { return p_.second; }                                                                           \
  WS_THRUST param_type param() const { return p_; }                                                                          \
  WS_THRUST void param(const param_type& p) { p_ = p; }                                                                      \
  template <class Engine>                                                                                                    \
  WS_THRUST T operator()(Engine& engine) {                                                                                   \
    return (*this)(engine, p_);                                                                                              \
  }                                                                                                                          \
  friend WS_THRUST bool operator==(const distribution& x, const distribution& y) { return x.p_ == y.p_; }                    \
  friend WS_THRUST bool operator!=(const distribution& x, const distribution& y) { return !(x.p_ == y.p_); }

template <class Real = double>
class uniform_real_distribution {
 public:
  WS_PARAMETERS(uniform_real_distribution, Real, a, b)
  WS_THRUST explicit uniform_real_distribution(Real low = Real(0), Real high = Real(1)) : p_{low, high} {}
  WS_THRUST Real min() const { return p_.a; }
  WS_THRUST Real max() const { return p_.b; }
  template <class Engine>
  WS_THRUST Real operator()(Engine& engine, const param_type& p) {
    const Real x = static_cast<Real>(engine() - Engine::min) / (Real(1) + static_cast<Real>(Engine::max - Engine::min));
    return x * (p.b - p.a) + p.a;
  }

 private:
  param_type p_;
};
template <class Int = int>
class uniform_int_distribution {
 public:
  WS_PARAMETERS(uniform_int_distribution, Int, a, b)
  WS_THRUST explicit uniform_int_distribution(Int low = 0, Int high = std::numeric_limits<Int>::max()) : p_{low, high} {}
  WS_THRUST Int min() const { return p_.a; }
  WS_THRUST Int max() const { return p_.b; }
  template <class Engine>
  WS_THRUST Int operator()(Engine& engine, const param_type& p) {
    uniform_real_distribution<double> place(static_cast<double>(p.a), static_cast<double>(p.b) + 1.0);
    return static_cast<Int>(floor(place(engine)));
  }

 private:
  param_type p_;
};
/* Box and Muller, one of the pair. */
template <class Real = double>
class normal_distribution {
 public:
  WS_PARAMETERS(normal_distribution, Real, mean, stddev)
  WS_THRUST explicit normal_distribution(Real mean = Real(0), Real deviation = Real(1)) : p_{mean, deviation} {}
  WS_THRUST Real min() const { return std::numeric_limits<Real>::lowest(); }
  WS_THRUST Real max() const { return std::numeric_limits<Real>::max(); }
  template <class Engine>
  WS_THRUST Real operator()(Engine& engine, const param_type& p) {
    uniform_real_distribution<double> fraction(0.0, 1.0);
    const double u = 1.0 - fraction(engine), v = fraction(engine);
    return p.mean + p.stddev * static_cast<Real>(::sqrt(-2.0 * ::log(u)) * ::cos(6.283185307179586 * v));
  }

 private:
  param_type p_;
};
#undef WS_PARAMETERS

namespace random {
using thrust::default_random_engine;
using thrust::linear_congruential_engine;
using thrust::minstd_rand;
using thrust::minstd_rand0;
using thrust::normal_distribution;
using thrust::uniform_int_distribution;
using thrust::uniform_real_distribution;
}  // namespace random

}  // namespace thrust

#endif
