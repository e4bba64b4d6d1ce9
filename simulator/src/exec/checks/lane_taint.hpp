// Registers in which only some lanes have what they should: addresses that others have not set
// (lower/analysis/maybe_undefined_addresses.hpp), sums that lane 0 alone has
// (lower/analysis/warp_reductions.hpp).
#pragma once

#include "exec/schedule/warp.hpp"

namespace warpschool::sim {

/// Handlers of instructions with a LaneTaint: do what the instruction does, and remember for whom
/// the result is right.

/// Throws a fault where an access is made by an address that lanes have not set.
void follow_set(Warp& warp, const Decoded& i, LaneMask active);

/// The addition after which lane 0 has the sum of the warp; what computes with it; and what hands
/// it to global memory, with a note where other lanes do.
void end_warp_reduction(Warp& warp, const Decoded& i, LaneMask active);
/// What those who run it have there is worthless.
void spoil_lanes(Warp& warp, const Decoded& i, LaneMask active);
void pass_warp_reduction(Warp& warp, const Decoded& i, LaneMask active);
void hand_on_warp_reduction(Warp& warp, const Decoded& i, LaneMask active);

}  // namespace warpschool::sim
