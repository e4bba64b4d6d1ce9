// Loops of which ptxas makes one turn of four.
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// Marks the branches back to the begin of their own block that only every fourth time keep what
/// follows behind what was before: those of small loops that count by a constant to a bound that
/// they do not change, and which clang left as they were. Their loads are behind the stores of the
/// turn before. For the clock alone.
void mark_unrolled_loops(Program& program, const Dataflow& flow);

}  // namespace warpschool::sim
