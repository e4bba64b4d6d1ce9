// Loads that no compiler moves ahead of a store before them: they may be of the same place.
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// Marks the loads of global and shared memory before which, in their block, stands a store to the
/// same space that may be to the same place. Two accesses are of different places if their
/// addresses are one base and different distances from it; loads through the read-only cache (.nc)
/// are of memory that nobody writes. For the clock: such a load is issued after the store, which
/// waits for what it stores.
void mark_held_back_loads(Program& program, const Dataflow& flow);

/// The same for a loop of one block whose turns stand one behind the other in machine code: its
/// loads are behind the stores of the turn before, too.
void hold_back_loads_of_loop(Program& program, const Dataflow& flow,
                             const ControlFlowGraph::Block& block);

}  // namespace warpschool::sim
