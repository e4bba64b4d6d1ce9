// Sums of a warp by shuffles: "for (d = 16; d > 0; d /= 2) v += __shfl_down_sync(mask, v, d)"
// leaves the sum in lane 0. What the others have is no sum of anything: lanes at the end have no
// partner, and add their own value again. They may have it, but neither store it nor add it to
// anything. (Shorter chains give the lanes that are not near the end sums of their neighbours;
// maxima are right without a partner. Both are left alone.)
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/frame.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// The handlers of instructions that concern such sums (Program::lane_taints). `end` runs the
/// addition that ends one, `spoil` the move that marks a value as worthless, `pass_on` what
/// computes with those, and `hand_on` what writes them to global memory.
struct WarpReductionHandlers {
  Handler end = nullptr, spoil = nullptr, pass_on = nullptr, hand_on = nullptr;
};

/// Chains are found where the loop was unrolled: unoptimised code has none.
void taint_warp_reductions(Program& program, const Dataflow& flow, FrameBuilder& frame,
                           const WarpReductionHandlers& handlers);

}  // namespace warpschool::sim
