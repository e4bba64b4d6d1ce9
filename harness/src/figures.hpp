// Numbers as people write them: a count has no exponent.
#pragma once

#include <cmath>
#include <fmt/format.h>
#include <string>

namespace warpschool::harness {

/// Four significant digits; large numbers in full: 47620, not 4.762e+04.
inline std::string figure(double value) {
  constexpr double kInFull = 1000, kReadable = 1e15;
  const bool in_full = std::fabs(value) >= kInFull && std::fabs(value) < kReadable;
  return in_full ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

}  // namespace warpschool::harness
