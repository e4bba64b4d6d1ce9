// Medians and confidence intervals for paired timings.
#include "statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace warpschool::harness {
namespace {

/// Not 5 %: pairs are taken until the interval is tight, so that one which is so by chance ends
/// them. With 5 % a reference against itself was 1 within 94.9 % of its intervals.
constexpr double kDoubt = 0.01;

/// Largest number k of values that may be cut off at either end so that the median lies between the
/// rest with 99 %: 2 * P(Binomial(n, 1/2) <= k - 1) <= 1 %.
std::size_t cut(std::size_t n) {
  double term = std::pow(0.5, static_cast<double>(n));
  double tail = term;
  std::size_t k = 0;
  while (2 * tail <= kDoubt && k < n / 2) {
    ++k;
    term *= static_cast<double>(n - k + 1) / static_cast<double>(k);
    tail += term;
  }
  return k;
}

}  // namespace

double median_of(std::vector<double> values) {
  if (values.empty()) {
    return 0;
  }
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

MedianInterval median_interval(std::vector<double> values) {
  if (values.empty()) {
    return {};
  }
  std::sort(values.begin(), values.end());
  const std::size_t k = cut(values.size());
  const std::size_t skip = k == 0 ? 0 : k - 1;
  return {median_of(values), values[skip], values[values.size() - 1 - skip]};
}

}  // namespace warpschool::harness
