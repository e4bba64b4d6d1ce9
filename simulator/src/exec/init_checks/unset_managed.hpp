// Kernels that read managed memory which neither the host nor a kernel has written. It is zero in
// practice, so that many programs go on as if nothing was missing; nothing says that it is.
#pragma once

#include "exec/access/access.hpp"

namespace warpschool::sim {

/// Notes it, once of an allocation, if the access is to managed memory; else false.
/// @param address of the first byte that a lane of `lanes` found unwritten
bool note_unset_managed(Warp& warp, const AccessRequest& request, const MemorySite& site,
                        DeviceAddress address, LaneMask lanes);

}  // namespace warpschool::sim
