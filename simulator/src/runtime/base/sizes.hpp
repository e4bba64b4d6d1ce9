// Sizes that programs ask for, however large: what does not fit a number is the largest one, and no
// memory has that.
#pragma once

#include <cstddef>
#include <limits>

namespace warpschool::sim::runtime {

inline constexpr std::size_t kTooLarge = std::numeric_limits<std::size_t>::max();

inline std::size_t times(std::size_t a, std::size_t b) {
  std::size_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? kTooLarge : product;
}

inline std::size_t plus(std::size_t a, std::size_t b) {
  std::size_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? kTooLarge : sum;
}

}  // namespace warpschool::sim::runtime
