// Stores that keep the better of two values: "d = min(d, ...)".
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// Marks the stores whose value is a minimum, a maximum or a selection (PTX ISA, sections on min,
/// max and selp). It may have come by way of other registers and scalars of the frame.
void mark_min_max_stores(Program& program, const Dataflow& flow);

}  // namespace warpschool::sim
