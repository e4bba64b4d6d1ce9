// The checks that remember what happened to memory: races and reads of what nobody wrote. Out of
// the way of an access unless they are on.
#pragma once

#include "exec/access/access.hpp"

namespace warpschool::sim {

/// A function that the host answers writes through a guest's pointer.
void check_host_write(Warp& warp, unsigned lane, Space space, DeviceAddress address,
                      std::uint32_t bytes);

/// Lanes divide an integer by zero: a note.
void check_division_by_zero(Warp& warp, LaneMask lanes);

/// __threadfence and kin.
/// @param of_block a fence that orders for the block's threads only (__threadfence_block)
void check_fence(Warp& warp, LaneMask lanes, bool of_block);

}  // namespace warpschool::sim
