// Kernels that read variables of constant memory which nobody has set: they hold zeros. Beginners
// see that who forgot to set one, set that of another file, or copied as many bytes as it has
// elements.
#pragma once

#include "exec/access/access.hpp"

namespace warpschool::sim {

/// A note on memory that has an initial value, though nobody may have meant it.
/// @param address of the first of `lanes`
void note_never_set(Warp& warp, const AccessRequest& request, LaneMask lanes, Space space,
                    DeviceAddress address, UninitialisedCause cause);

/// Notes it, once of a variable.
void check_constant(Warp& warp, const AccessRequest& request, const MemorySite& site);

}  // namespace warpschool::sim
