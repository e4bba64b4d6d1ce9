// Values that are undefined on every path to where they are used. clang drops a read of an unset
// variable or array element, and uses a register that no instruction has written.
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// Marks the stores of such values, and of what is computed from them
/// (InstructionInfo::stores_undefined). Not those of vectors: a float4 whose last component means
/// nothing is stored as a whole.
void mark_never_set(Program& program, const Dataflow& flow);

}  // namespace warpschool::sim
