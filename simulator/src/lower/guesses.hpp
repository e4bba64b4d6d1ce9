// Loads that only guess: a compare-and-swap checks the value before it counts.
#pragma once

#include "lower/program.hpp"

namespace warpschool::sim {

/// Marks the loads that begin a compare-and-swap loop, as the CUDA C++ Programming Guide writes
/// them (section on atomicCAS): "old = *address; do { assumed = old; ... } while (...)". That the
/// load is plain does no harm, however stale its value.
void mark_guesses(Program& program);

}  // namespace warpschool::sim
