// Shared-memory races: two threads of a block, one word, at least one write, no barrier between.
#pragma once

#include "exec/access.hpp"

namespace warpschool::sim {

/// Checks one access against the block's shadow memory and records it. Throws GuestFault.
void track_shared(Warp& warp, const AccessRequest& request, const MemorySite& site);

}  // namespace warpschool::sim
