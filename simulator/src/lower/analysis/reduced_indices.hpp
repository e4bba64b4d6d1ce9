// Indices of loops that machine code does without.
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// Takes the issue slots of sums that only count on, from turn to turn of a loop, where an access
/// goes. Comes after mark_fused_instructions().
void fold_reduced_indices(Program& program, const Dataflow& flow);

}  // namespace warpschool::sim
