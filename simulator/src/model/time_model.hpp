// Modelled time of a launch from its counters (docs/TIME_MODEL.md).
#pragma once

#include "warpschool/sim/counters.hpp"
#include "warpschool/sim/device.hpp"
#include "warpschool/sim/profile.hpp"

namespace warpschool::sim {

/// What the model needs to know of a launch beside its counters.
struct LaunchShape {
  std::uint64_t blocks = 0;
  unsigned threads_per_block = 0;
  unsigned registers_per_thread = 32;
  std::uint64_t shared_bytes_per_block = 0;
};

/// Six throughput resources and one latency term, combined as a root of squares.
ModelledTime model_time(const DeviceProfile& profile, const Counters& counters,
                        const LaunchShape& shape);

/// The part of the device that the launch takes while it runs, 0 to 1: of the room for its blocks
/// or of the throughput that it uses most of. The rest is left to kernels of other streams.
double share_of_device(const DeviceProfile& profile, const ModelledTime& time,
                       std::uint64_t blocks);

}  // namespace warpschool::sim
