// What machine code has around a branch at which lanes may part: BSSY before it, BSYNC where they
// meet again. Seen in machine code of nvcc 13.0 for sm_90, and timed
// (bench/calibration/micro_divergence.cuh).
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// Sets InstructionInfo::parting of branches. For the time model alone.
void mark_branch_regions(Program& program, const Dataflow& flow);

}  // namespace warpschool::sim
