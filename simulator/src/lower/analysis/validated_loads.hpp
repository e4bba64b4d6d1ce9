// Loads that only guess: an atomic checks the value again before it counts.
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// Marks the loads that begin a compare-and-swap loop, as the CUDA C++ Programming Guide writes
/// them (section on atomicCAS): "old = *address; do { assumed = old; ... } while (...)"; and those
/// that spare an atomic: "if (value > *best) atomicMax(best, value)", "if (*left > 0 &&
/// atomicSub(left, 1) > 0)", whose value is only compared.
/// That the load is plain does no harm, however stale its value. The atomic has to be on the same
/// address, which the values say from which both are computed. A compare-and-swap has to look for
/// the very value that was loaded, or for what that was compared with, and the program has to ask
/// whether it succeeded: any other swap of the same word says nothing of the load.
void mark_validated_loads(Program& program, const Dataflow& flow);

}  // namespace warpschool::sim
