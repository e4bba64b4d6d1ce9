// Finds stores that do not wait for a load of the same place before them.
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// Sets `is_overtaken` of such loads and `overtakes` of the stores, within blocks.
void mark_overtaking_stores(Program& program, const Dataflow& flow);

}  // namespace warpschool::sim
