// What the simulator counted of a program's kernels, as a table for people.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::warp {

/// All launches of one kernel together.
struct KernelRow {
  std::string kernel;
  std::size_t launches = 0;
  double time_us = 0;
  std::map<std::string, double> terms;     ///< "dram_us" -> sum, of the time model
  std::map<std::string, double> counters;  ///< sums
  double occupancy = 0;                    ///< of the longest launch, as are the next two
  std::string occupancy_limiter, limiter;
  double longest_us = 0;

  double counter(const std::string& name) const;
};

/// The kernels of a report of the simulator (docs/REPORT_FORMAT.md), the longest first; nothing if
/// the text is none.
std::optional<std::vector<KernelRow>> kernels_of(const std::string& report);

/// "Limited by ...": one sentence with the number that shows it; then what to try.
std::string limit_text(const KernelRow& row);

/// The table, and below it a sentence a kernel.
std::string profile_text(const std::vector<KernelRow>& rows, bool colour);

}  // namespace warpschool::warp
