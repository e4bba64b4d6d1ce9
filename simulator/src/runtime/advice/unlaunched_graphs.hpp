// Graphs of which nothing ever ran: work that was captured and not made ready, or made ready and
// not launched. A capture looks like the launches themselves, and beginners take it for them.
#pragma once

#include "runtime/graphs/graph.hpp"

namespace warpschool::sim::runtime {

// A note, if the graph holds work, and the source has no call that would run it. Asked when the
// program destroys the graph.
void tell_if_unused(Runtime& runtime, const CUgraph_st& graph);
void tell_if_unlaunched(Runtime& runtime, const CUgraphExec_st& exec);
/// The same for all that are still there at the end.
void tell_unlaunched_graphs(Runtime& runtime);

}  // namespace warpschool::sim::runtime
