/* The random number generators beside the linear congruential ones: shift registers, subtract with carry, and engines made of others
 * (Tausworthe; Marsaglia and Zaman; Luescher; C++ standard, [rand.eng]). */
#ifndef WARPSCHOOL_THRUST_ENGINES_H
#define WARPSCHOOL_THRUST_ENGINES_H

#include "base.h"

#include <cstdint>

namespace thrust {

namespace details {
template <class UInt, int kBits>
constexpr UInt low_bits = kBits >= static_cast<int>(8 * sizeof(UInt)) ? static_cast<UInt>(-1)
                                                                       : static_cast<UInt>((static_cast<UInt>(1) << kBits % (8 * sizeof(UInt))) - 1);
}  // namespace details

/* Numbers of w bits; k of them are state, q and s shifts. */
template <class UInt, size_t w, size_t k, size_t q, size_t s>
class linear_feedback_shift_engine {
 public:
  using result_type = UInt;
  static constexpr size_t word_size = w, exponent1 = k, exponent2 = q, step_size = s;
  static constexpr result_type min = 0, max = details::low_bits<UInt, static_cast<int>(w)>, default_seed = 341;

  WS_THRUST explicit linear_feedback_shift_engine(result_type value = default_seed) { seed(value); }
  WS_THRUST void seed(result_type value = default_seed) { state_ = value; }
  WS_THRUST result_type operator()() {
    const UInt high = (max << (w - k)) & max;
    const UInt b = ((state_ << q) ^ state_) & max;
    state_ = ((state_ & high) << s & max) ^ (b >> (k - s));
    return state_;
  }
  WS_THRUST void discard(unsigned long long n) {
    for (; n > 0; --n) (*this)();
  }
  friend WS_THRUST bool operator==(const linear_feedback_shift_engine& a, const linear_feedback_shift_engine& b) {
    return a.state_ == b.state_;
  }
  friend WS_THRUST bool operator!=(const linear_feedback_shift_engine& a, const linear_feedback_shift_engine& b) { return !(a == b); }

 private:
  UInt state_;
};

/* x[i] = x[i - s] - x[i - r] - carry, modulo 2 to the w. */
template <class UInt, size_t w, size_t s, size_t r>
class subtract_with_carry_engine {
 public:
  using result_type = UInt;
  static constexpr size_t word_size = w, short_lag = s, long_lag = r;
  static constexpr result_type min = 0, max = details::low_bits<UInt, static_cast<int>(w)>, default_seed = 19780503u;

  WS_THRUST explicit subtract_with_carry_engine(result_type value = default_seed) { seed(value); }
  WS_THRUST void seed(result_type value = default_seed) {
    const std::uint64_t modulus = 2147483563u;
    std::uint64_t e = value % modulus;
    e = e == 0 ? default_seed : e;
    for (size_t i = 0; i < r; ++i) {
      UInt word = 0;
      for (size_t bits = 0; bits < w; bits += 32) {
        e = e * 40014u % modulus;
        word |= static_cast<UInt>(e & 0xffffffffu) << bits;
      }
      x_[i] = word & max;
    }
    carry_ = x_[r - 1] == 0 ? 1 : 0;
    at_ = 0;
  }
  WS_THRUST result_type operator()() {
    const UInt a = x_[(at_ + r - s) % r], b = x_[at_];
    const bool borrows = a < b || (a == b && carry_ != 0);
    const UInt value = (a - b - carry_) & max;
    carry_ = borrows ? 1 : 0;
    x_[at_] = value;
    at_ = (at_ + 1) % r;
    return value;
  }
  WS_THRUST void discard(unsigned long long n) {
    for (; n > 0; --n) (*this)();
  }
  friend WS_THRUST bool operator==(const subtract_with_carry_engine& a, const subtract_with_carry_engine& b) {
    bool same = a.carry_ == b.carry_;
    for (size_t i = 0; i < r; ++i) same = same && a.x_[(a.at_ + i) % r] == b.x_[(b.at_ + i) % r];
    return same;
  }
  friend WS_THRUST bool operator!=(const subtract_with_carry_engine& a, const subtract_with_carry_engine& b) { return !(a == b); }

 private:
  UInt x_[r];
  UInt carry_;
  size_t at_;
};

/* Of each p numbers of another engine the first r. */
template <class Engine, size_t p, size_t r>
class discard_block_engine {
 public:
  using base_type = Engine;
  using result_type = typename Engine::result_type;
  static constexpr size_t block_size = p, used_block = r;
  static constexpr result_type min = Engine::min, max = Engine::max;

  WS_THRUST discard_block_engine() : used_(0) {}
  WS_THRUST explicit discard_block_engine(result_type value) : engine_(value), used_(0) {}
  WS_THRUST explicit discard_block_engine(const Engine& engine) : engine_(engine), used_(0) {}
  WS_THRUST void seed() {
    engine_.seed();
    used_ = 0;
  }
  WS_THRUST void seed(result_type value) {
    engine_.seed(value);
    used_ = 0;
  }
  WS_THRUST result_type operator()() {
    if (used_ >= r) {
      engine_.discard(p - r);
      used_ = 0;
    }
    ++used_;
    return engine_();
  }
  WS_THRUST void discard(unsigned long long n) {
    for (; n > 0; --n) (*this)();
  }
  WS_THRUST const Engine& base() const { return engine_; }
  friend WS_THRUST bool operator==(const discard_block_engine& a, const discard_block_engine& b) {
    return a.used_ == b.used_ && a.engine_ == b.engine_;
  }
  friend WS_THRUST bool operator!=(const discard_block_engine& a, const discard_block_engine& b) { return !(a == b); }

 private:
  Engine engine_;
  size_t used_;
};

/* The bits of two engines, each shifted, by exclusive or. */
template <class First, size_t kFirstShift, class Second, size_t kSecondShift = 0>
class xor_combine_engine {
 public:
  using base1_type = First;
  using base2_type = Second;
  using result_type = std::conditional_t<(sizeof(typename Second::result_type) > sizeof(typename First::result_type)),
                                         typename Second::result_type, typename First::result_type>;
  static constexpr size_t shift1 = kFirstShift, shift2 = kSecondShift;
  static constexpr result_type min = 0, max = (First::max << kFirstShift) | (Second::max << kSecondShift);

  xor_combine_engine() = default;
  WS_THRUST explicit xor_combine_engine(result_type value) : first_(value), second_(value) {}
  WS_THRUST xor_combine_engine(const First& first, const Second& second) : first_(first), second_(second) {}
  WS_THRUST void seed() {
    first_.seed();
    second_.seed();
  }
  WS_THRUST void seed(result_type value) {
    first_.seed(value);
    second_.seed(value);
  }
  WS_THRUST result_type operator()() {
    return static_cast<result_type>(first_() << kFirstShift) ^ static_cast<result_type>(second_() << kSecondShift);
  }
  WS_THRUST void discard(unsigned long long n) {
    for (; n > 0; --n) (*this)();
  }
  WS_THRUST const First& base1() const { return first_; }
  WS_THRUST const Second& base2() const { return second_; }
  friend WS_THRUST bool operator==(const xor_combine_engine& a, const xor_combine_engine& b) {
    return a.first_ == b.first_ && a.second_ == b.second_;
  }
  friend WS_THRUST bool operator!=(const xor_combine_engine& a, const xor_combine_engine& b) { return !(a == b); }

 private:
  First first_;
  Second second_;
};

using ranlux24_base = subtract_with_carry_engine<std::uint32_t, 24, 10, 24>;
using ranlux48_base = subtract_with_carry_engine<std::uint64_t, 48, 5, 12>;
using ranlux24 = discard_block_engine<ranlux24_base, 223, 23>;
using ranlux48 = discard_block_engine<ranlux48_base, 389, 11>;
using taus88 = xor_combine_engine<
    linear_feedback_shift_engine<std::uint32_t, 32, 31, 13, 12>, 0,
    xor_combine_engine<linear_feedback_shift_engine<std::uint32_t, 32, 29, 2, 4>, 0,
                       linear_feedback_shift_engine<std::uint32_t, 32, 28, 3, 17>, 0>, 0>;

namespace random {
using thrust::discard_block_engine;
using thrust::linear_feedback_shift_engine;
using thrust::ranlux24;
using thrust::ranlux24_base;
using thrust::ranlux48;
using thrust::ranlux48_base;
using thrust::subtract_with_carry_engine;
using thrust::taus88;
using thrust::xor_combine_engine;
}  // namespace random

}  // namespace thrust

#endif
