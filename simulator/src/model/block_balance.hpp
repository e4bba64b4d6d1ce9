// How unevenly the work of a grid's blocks lies on the SMs.
#pragma once

#include <cstdint>
#include <span>

namespace warpschool::sim {

/// When the last SM ends, over when all would if each had as much to do: 1 for a grid without a
/// tail. Blocks go in their order to the first place that is free, and those on an SM get on
/// equally fast.
/// @param work of each block, in any unit.
/// @param resident blocks on an SM at once, at least 1.
double busiest_sm_share(std::span<const std::uint32_t> work, unsigned sms, unsigned resident);

}  // namespace warpschool::sim
