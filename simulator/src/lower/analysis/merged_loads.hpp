// Loads of neighbouring words of shared memory, of which ptxas makes one of 8 or 16 bytes.
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// Marks loads of one block whose addresses are one base and distances from it that fill 8 or 16
/// bytes, where those surely begin at a multiple of as many: the one of the lowest address counts
/// as an access of them all, the others as none (counters and time; what they do stays).
void mark_merged_loads(Program& program, const Dataflow& flow);

}  // namespace warpschool::sim
