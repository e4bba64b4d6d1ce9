// The little statistics that timing needs.
#pragma once

#include <vector>

namespace warpschool::harness {

/// A median with a distribution-free confidence interval of at least 99 % (from order statistics;
/// below 8 values the whole range).
struct MedianInterval {
  double median = 0, low = 0, high = 0;
};
MedianInterval median_interval(std::vector<double> values);
double median_of(std::vector<double> values);

}  // namespace warpschool::harness
