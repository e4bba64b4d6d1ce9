// Loops as they are in machine code: one branch back, and several turns in one.
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// clang ends some loops by a branch out of them and a jump back: to ptxas it is one branch back.
/// For the clock alone.
void join_closing_jumps(Program& program);

/// Marks the branches back to the begin of their own block that only after some turns keep what
/// follows behind what was before: those of loops whose turns are known, and of small loops that
/// count by a constant to a bound that they do not change, and which clang left as they were. Their
/// loads are behind the stores of the turn before. For the clock alone.
void mark_unrolled_loops(Program& program, const Dataflow& flow);

}  // namespace warpschool::sim
