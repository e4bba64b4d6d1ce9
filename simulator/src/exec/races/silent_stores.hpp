// Stores that keep the better of two values and find it there already ("d = min(d, ...)", as in
// shortest paths in place). Memory stays as it is, so no thread can see when they happen.
#pragma once

#include "exec/access/access.hpp"

namespace warpschool::sim {

/// The lanes of a plain store to global memory that are idle in this sense. Where a statement
/// selects nothing, none: its value may be the old one by luck.
LaneMask idle_lanes(const Warp& warp, const AccessRequest& request, const MemorySite& site);

}  // namespace warpschool::sim
