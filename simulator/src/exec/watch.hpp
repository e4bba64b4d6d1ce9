// The checks that remember what happened to memory: races and reads of what nobody wrote. Out of
// the way of an access unless they are on.
#pragma once

#include "exec/access.hpp"

namespace warpschool::sim {

/// A function that the host answers writes through a guest's pointer.
void watch_host_write(Warp& warp, unsigned lane, Space space, DeviceAddress address,
                      std::uint32_t bytes);

/// __threadfence and kin.
void watch_fence(Warp& warp, LaneMask lanes);

}  // namespace warpschool::sim
