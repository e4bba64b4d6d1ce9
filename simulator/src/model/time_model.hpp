// Modelled time of a launch from its counters (docs/TIME_MODEL.md).
#pragma once

#include "warpschool/sim/counters.hpp"
#include "warpschool/sim/device.hpp"
#include "warpschool/sim/profile.hpp"

#include <cstdint>
#include <span>

namespace warpschool::sim {

/// Instructions of the busiest warps of blocks, over the mean of the blocks that were timed.
struct WorkShares {
  double longest = 1;  ///< of the block that took longest of those
  double most = 1;     ///< of the block that has most, timed or not
};

/// What the model needs to know of a launch beside its counters.
struct LaunchShape {
  std::uint64_t blocks = 0;
  unsigned threads_per_block = 0;
  unsigned registers_per_thread = 32;
  std::uint64_t shared_bytes_per_block = 0;
  double longest_path_clk = 0;  ///< of the blocks that were timed; 0: not known
  /// Where blocks wait for each other: from the start of the launch to the end of its last block.
  /// 0: they do not.
  double end_clk = 0;
  WorkShares work{};
  /// Warp instructions of each block, in their order; empty: all have as many.
  std::span<const std::uint32_t> block_work = {};
};

/// Six throughput resources and one latency term, combined as a root of squares.
ModelledTime model_time(const DeviceProfile& profile, const Counters& counters,
                        const LaunchShape& shape);

}  // namespace warpschool::sim
