// A judge's command line.
#pragma once

#include "judge.hpp"

#include <optional>
#include <string>
#include <vector>

namespace warpschool::harness {

/// Exit statuses of a judge.
enum ExitStatus {
  kAllPassed = 0,
  kSomeFailed = 1,
  kBadUsage = 2,
  kInternalFailure = 3,
  kNothingRan = 77
};

/// Options, or the status with which to exit at once (help, bad usage; said on stdout or stderr
/// already).
struct Parsed {
  std::optional<Options> options;
  int status = 0;
};
Parsed parse_options(const std::vector<std::string>& arguments);

}  // namespace warpschool::harness
