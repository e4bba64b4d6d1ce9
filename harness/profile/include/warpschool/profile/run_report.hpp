// A report of the simulator (docs/REPORT_FORMAT.md) as data: kernels, their lines, the time line.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::profile {

using Numbers = std::map<std::string, double>;

double number(const Numbers& numbers, const std::string& name);

/// What the instructions of one line did, in all launches of a kernel.
struct Line {
  std::string file;
  int line = 0;
  Numbers counters;

  double counter(const std::string& name) const { return number(counters, name); }
  double global_requests() const;
  double bank_conflicts() const;
};

/// The dearest request that one instruction made.
struct Access {
  std::string file;
  int line = 0;
  bool is_shared = false, is_write = false, is_atomic = false;
  int bytes = 4;  ///< a lane's
  std::uint64_t first = 0;
  std::array<std::optional<std::int64_t>, 32> offsets;  ///< from `first`; nothing: no part in it
  int cost = 0, ideal = 0;  ///< global memory: sectors; shared memory: passes
  double requests = 0;
  std::string memory;  ///< "tile", "the allocation of a.cu:12"; empty: not known

  int lanes() const;
  int wasted() const { return cost - ideal; }
};

/// How many blocks fit on one SM, and why no more.
struct Occupancy {
  double share = 0;
  std::string limiter;
  int blocks_per_sm = 0, by_warps = 0, by_blocks = 0, by_registers = 0, by_shared = 0;
  int registers_per_thread = 0;
  std::uint64_t shared_bytes_per_block = 0;
};

/// All launches of one kernel together.
struct Kernel {
  std::string name;
  std::size_t launches = 0;
  double time_us = 0;
  Numbers terms;     ///< "dram_us" -> sum, of the time model
  Numbers counters;  ///< sums
  // Of the longest launch:
  double longest_us = 0;
  std::string limiter;
  Numbers longest_terms;
  std::array<std::uint64_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  int sm_count = 0;
  Occupancy occupancy;
  // If they were asked for:
  std::vector<Line> lines;
  std::vector<Access> accesses;

  double counter(const std::string& counted) const { return number(counters, counted); }
  double global_requests() const;
  double sectors_per_request() const;
  double shared_passes() const;
  double bank_conflicts() const;
  double active_threads() const;  ///< of a warp, in the mean instruction
  std::uint64_t blocks() const { return grid[0] * grid[1] * grid[2]; }
  double tail() const;  ///< blocks of the busiest SM over those of the mean one
  std::uint64_t threads_per_block() const { return block[0] * block[1] * block[2]; }
};

/// One piece of work on the modelled clock.
struct Work {
  std::string what, name;
  std::uint64_t stream = 0;
  double begin_us = 0, end_us = 0, bytes = 0;
};

/// A kernel of which a launch ended in a fault: what it did until then says nothing of its speed.
struct FaultedKernel {
  std::string name;
  std::string fault;  ///< the first: "out_of_bounds at add.cu:4"
};

struct Report {
  std::vector<Kernel> kernels;         ///< the longest first; not those that faulted
  std::vector<FaultedKernel> faulted;  ///< in the order of their faults
  std::vector<Work> timeline;
};

/// One sentence: why there is nothing else about it.
std::string fault_text(const FaultedKernel& kernel);

/// Nothing if the text is no such report.
std::optional<Report> read_report(const std::string& text);

/// above / below, or 0.
double ratio(double above, double below);

}  // namespace warpschool::profile
