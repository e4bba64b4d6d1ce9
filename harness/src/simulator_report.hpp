// What the simulator's report on one question says (docs/REPORT_FORMAT.md).
#pragma once

#include "mistakes/recogniser.hpp"
#include "warpschool/harness/answer.hpp"
#include "warpschool/harness/metrics.hpp"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::harness {

/// The report as JSON, which several look at: that of the last text is kept. Discarded where it is
/// none, or nested too deeply. Not for several threads at a time.
const nlohmann::json& parsed_report(const std::string& simulator_report);

/// Why a report cannot be the simulator's: no JSON, too large or nested too deeply, fields of other
/// types than they have. Empty where it can; everything below takes reports that have passed here.
/// The student's code lives in the process that writes it.
std::string flaw_of_report(const std::string& simulator_report);
/// It is not looked at: a call with tens of thousands of launches makes such a one, honestly.
bool is_overlong(const std::string& simulator_report);
/// The launches that such a report tells of, if it is whole and they are what makes it long.
std::optional<std::uint64_t> launches_of_overlong(const std::string& simulator_report);

/// The counters of one question; nothing where the backend does not count.
struct CountedLaunches {
  std::vector<CounterValues> launches;
  std::size_t leaked_allocations = 0;  ///< not released when the answer was there
  std::uint64_t managed_allocations = 0, pinned_allocations = 0;  ///< made, released or not
  double overlap = 0;  ///< of copies and kernels: see overlap.hpp
  std::size_t default_stream_kernels = 0;
  std::size_t kernel_streams = 0;  ///< that kernels ran in
};
std::optional<CountedLaunches> counted_launches(const std::string& simulator_report);

/// What the submission copied: all copies less those that the harness made for its arrays. Nothing
/// without a report.
std::optional<Copies> copies_in(const std::string& simulator_report, const Copies& harness);

/// Pinned, mapped, managed and registered memory, which host code reads as kernels do.
struct HostMemory {
  std::uint64_t bytes = 0;
  std::string largest;  ///< where most of it was made, or a variable's name; or empty
};
/// None without a report.
HostMemory host_memory_in(const std::string& simulator_report);

/// Reads of memory that nobody had set, in words. None without a report.
std::vector<std::string> unset_reads(const std::string& simulator_report);

/// A remark on a line of a kernel that makes no answer wrong by itself.
struct LineRemark {
  std::uint64_t line = 0;
  std::string text;
};
/// Warp functions with masks that name lanes which are not there. None without a report.
std::vector<LineRemark> lane_notes(const std::string& simulator_report);

/// Grid and block of each launch; nothing without a report.
std::optional<std::vector<detail::LaunchShape>> launch_shapes(const std::string& simulator_report);

}  // namespace warpschool::harness
