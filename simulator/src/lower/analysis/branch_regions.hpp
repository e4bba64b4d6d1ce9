// What machine code has around a branch at which lanes may part: BSSY before it, BSYNC where they
// meet again. Seen in machine code of nvcc 13.0 for sm_90, and timed
// (bench/calibration/micro_divergence.cuh).
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// Sets InstructionInfo::parting of branches, and is_by_register of loads of constant memory: whose
/// places differ from lane to lane, or are not known and stand where lanes may have parted (there
/// are no registers of the warp for them then). For the time model alone.
void mark_branch_regions(Program& program, const Dataflow& flow);

}  // namespace warpschool::sim
