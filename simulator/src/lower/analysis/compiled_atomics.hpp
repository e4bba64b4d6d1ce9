// What ptxas makes of atomics: it adds up a warp's lanes first where it knows that all of them work
// on one word, counts lanes where shared memory is incremented, and loops where shared memory has
// no such operation. For the time only: what runs, and the counters, are the program's.
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// Sets InstructionInfo::atomic_shape.
void mark_compiled_atomics(Program& program, const Dataflow& flow);

}  // namespace warpschool::sim
