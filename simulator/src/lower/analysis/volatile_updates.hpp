// Changes of volatile values: "*counter = *counter + 1".
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// Marks the volatile stores of what is computed by arithmetic from a volatile load of the same
/// place (InstructionInfo::is_update). If two threads do so at once, one change is lost, unless
/// something lets only one of them in. In programs that may have such a thing without a fence (a
/// lock, a turn that threads wait for) none is marked.
void mark_volatile_updates(Program& program, const Dataflow& flow);

}  // namespace warpschool::sim
