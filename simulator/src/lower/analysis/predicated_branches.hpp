// Short conditional code that ptxas makes predicated instructions of, without a branch.
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// Marks branches around a few plain instructions: to the clock they are none, and a warp whose
/// lanes all go round these instructions issues them nonetheless (Program::predicated).
void mark_predicated_branches(Program& program, const Dataflow& flow);

}  // namespace warpschool::sim
