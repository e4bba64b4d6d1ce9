// What an access costs: bank conflicts of shared memory, sectors and lines of device memory.
#pragma once

#include "exec/access/access.hpp"

namespace warpschool::sim {

/// What accesses of the site's pattern cost, wherever they begin.
void learn_counts(const Warp& warp, MemorySite& site, const AccessRequest& request);

}  // namespace warpschool::sim
