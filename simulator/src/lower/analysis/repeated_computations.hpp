// Finds computations that ptxas does once where PTX has them several times.
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// Takes the issue slots of such instructions. Comes after mark_predicated_branches().
void fold_repeated_computations(Program& program, const Dataflow& flow);

}  // namespace warpschool::sim
