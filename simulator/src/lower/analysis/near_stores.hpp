// Stores that stand so near each other that L1 makes one of what they write to one line.
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// Marks the stores to global memory of a block between which no more than a few instructions
/// stand, and nothing that waits: no atomic, no barrier, no load that stays behind the first one.
void mark_near_stores(Program& program, const Dataflow& flow);

}  // namespace warpschool::sim
