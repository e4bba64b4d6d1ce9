// Kernels that read variables of constant memory which nobody has set: they are zero then, which is
// what beginners see who forgot to set one, set another file's, or copied as many bytes as it has
// elements.
#pragma once

#include "exec/access.hpp"

namespace warpschool::sim {

/// Notes it, once of a variable.
void watch_constant(Warp& warp, const AccessRequest& request, const MemorySite& site);

}  // namespace warpschool::sim
