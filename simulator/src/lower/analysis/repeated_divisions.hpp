// Divisions whose divisor is that of another one.
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// The reciprocal that a division of whole numbers of 32 bits begins with is made once for each
/// divisor, and before a loop that does not change it. For the time alone.
void mark_repeated_divisions(Program& program, const Dataflow& flow);

}  // namespace warpschool::sim
