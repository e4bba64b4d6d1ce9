// Volatile values that are data, and tell nobody when to go on.
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// Marks the volatile accesses (InstructionInfo::is_data) of programs in which no volatile value
/// decides anything: none is compared, none says where something lies, and no atomic gives an
/// answer. There volatile is taken for a barrier, if threads exchange values through it: each may
/// read before or after the other has written, so that the accesses race as plain ones do.
/// Accesses of cuda::atomic are none of these.
void mark_volatile_data(Program& program, const Dataflow& flow);

}  // namespace warpschool::sim
