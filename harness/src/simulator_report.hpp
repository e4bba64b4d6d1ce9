// What the simulator's report on one question says (docs/REPORT_FORMAT.md).
#pragma once

#include "warpschool/harness/answer.hpp"
#include "warpschool/harness/metrics.hpp"

#include <optional>
#include <string>
#include <vector>

namespace warpschool::harness {

/// The counters of one question; nothing where the backend does not count.
struct CountedLaunches {
  std::vector<CounterValues> launches;
  std::size_t leaked_allocations = 0;  ///< not released when the answer was there
  double overlap = 0;                  ///< of copies and kernels: see overlap.hpp
};
std::optional<CountedLaunches> counted_launches(const std::string& simulator_report);

/// What the submission copied: all copies less those that the harness made for its arrays. Nothing
/// without a report.
std::optional<Copies> copies_in(const std::string& simulator_report, const Copies& harness);

}  // namespace warpschool::harness
