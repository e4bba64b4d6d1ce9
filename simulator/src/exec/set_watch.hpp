// Which lanes have set a register that says where in memory something lies (lower/partly_set.hpp).
#pragma once

#include "exec/warp.hpp"

namespace warpschool::sim {

/// The handler of instructions with a SetWatch: looks whether an access knows its address, does
/// what the instruction does, and remembers for whom its result is set.
void follow_set(Warp& warp, const Decoded& i, LaneMask active);

}  // namespace warpschool::sim
