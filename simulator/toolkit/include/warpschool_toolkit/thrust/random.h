/* Linear congruential generators and distributions that both sides can use (Park and Miller's constants). */
#ifndef WARPSCHOOL_THRUST_RANDOM_H
#define WARPSCHOOL_THRUST_RANDOM_H

#include "base.h"

#include <iostream> /* engines can be written there, and programs count on it */

namespace thrust {

template <unsigned int kFactor>
class multiplicative_engine {
 public:
  using result_type = unsigned int;
  static constexpr result_type default_seed = 1;
  static constexpr result_type min = 1, max = 2147483646;

  WS_THRUST explicit multiplicative_engine(result_type value = default_seed) { seed(value); }
  WS_THRUST void seed(result_type value = default_seed) {
    state_ = value % kModulus;
    state_ = state_ == 0 ? 1 : state_;
  }
  WS_THRUST result_type operator()() {
    state_ = multiply(state_, kFactor);
    return state_;
  }
  /* n numbers further, in as many steps as n has bits. */
  WS_THRUST void discard(unsigned long long n) {
    for (unsigned int power = kFactor; n != 0; n >>= 1, power = multiply(power, power)) {
      state_ = (n & 1) != 0 ? multiply(state_, power) : state_;
    }
  }

 private:
  static constexpr unsigned int kModulus = 2147483647;
  WS_THRUST static unsigned int multiply(unsigned int a, unsigned int b) {
    return static_cast<unsigned int>(static_cast<unsigned long long>(a) * b % kModulus);
  }
  unsigned int state_;
};
using minstd_rand0 = multiplicative_engine<16807>;
using minstd_rand = multiplicative_engine<48271>;
using default_random_engine = minstd_rand;

template <class Real = double>
class uniform_real_distribution {
 public:
  using result_type = Real;
  WS_THRUST explicit uniform_real_distribution(Real low = Real(0), Real high = Real(1)) : low_(low), high_(high) {}
  template <class Engine>
  WS_THRUST Real operator()(Engine& engine) {
    const Real x = static_cast<Real>(engine() - Engine::min) / (Real(1) + static_cast<Real>(Engine::max - Engine::min));
    return x * (high_ - low_) + low_;
  }

 private:
  Real low_, high_;
};
template <class Int = int>
class uniform_int_distribution {
 public:
  using result_type = Int;
  WS_THRUST explicit uniform_int_distribution(Int low = 0, Int high = 2147483647) : low_(low), high_(high) {}
  template <class Engine>
  WS_THRUST Int operator()(Engine& engine) {
    uniform_real_distribution<double> place(static_cast<double>(low_), static_cast<double>(high_) + 1.0);
    return static_cast<Int>(floor(place(engine)));
  }

 private:
  Int low_, high_;
};
/* Box and Muller, one of the pair. */
template <class Real = double>
class normal_distribution {
 public:
  using result_type = Real;
  WS_THRUST explicit normal_distribution(Real mean = Real(0), Real deviation = Real(1)) : mean_(mean), deviation_(deviation) {}
  template <class Engine>
  WS_THRUST Real operator()(Engine& engine) {
    uniform_real_distribution<double> fraction(0.0, 1.0);
    const double u = 1.0 - fraction(engine), v = fraction(engine);
    return mean_ + deviation_ * static_cast<Real>(::sqrt(-2.0 * ::log(u)) * ::cos(6.283185307179586 * v));
  }

 private:
  Real mean_, deviation_;
};

namespace random {
using thrust::default_random_engine;
using thrust::minstd_rand;
using thrust::minstd_rand0;
using thrust::normal_distribution;
using thrust::uniform_int_distribution;
using thrust::uniform_real_distribution;
}  // namespace random

}  // namespace thrust

#endif
