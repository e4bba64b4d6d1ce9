// Functions that device code calls and the simulator answers: printf, assert, the maths library.
#pragma once

#include "exec/schedule/warp.hpp"

#include <cstdint>
#include <string>

namespace warpschool::sim {

/// Index for call_intrinsic, or kNoIndex.
std::uint32_t find_intrinsic(const std::string& name);

/// Does it make its result of its arguments, and nothing else?
bool is_mathematical(std::uint32_t index);

/// What a call counts against the work limit, in instructions: it takes about as long.
std::uint32_t intrinsic_cost(std::uint32_t index);

/// Calls host function `index` for the active lanes. Throws GuestFault.
void call_intrinsic(std::uint32_t index, Warp& warp, const CallSite& site, LaneMask active);

}  // namespace warpschool::sim
