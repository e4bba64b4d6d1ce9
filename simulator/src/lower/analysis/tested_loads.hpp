// Loads of an array whose other elements change by compare-and-swap meanwhile, as in a
// breadth-first search: "if (level[v] == now) ... atomicCAS(&level[w], kFar, now + 1)".
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// Finds the loads that are only compared for equality with numbers which all threads agree on,
/// from an array in which nothing but compare-and-swaps of such numbers changes. Whether element v
/// is `now` then does not depend on when it is read, provided that no swap looks for `now` or
/// leaves it. The numbers are known at the launch (exec/launch/validated_in_launch.hpp). Plain
/// stores may be there, too: they race with the load all the same.
void find_tested_loads(Program& program, const Dataflow& flow);

}  // namespace warpschool::sim
