// Adds a node to a graph of the program: what all functions that do it have in common.
#pragma once

#include "runtime/core/runtime.hpp"
#include "runtime/graphs/graph.hpp"

#include <algorithm>
#include <cstddef>
#include <unordered_set>
#include <utility>

namespace warpschool::sim::runtime {

/// Where a new node goes.
struct Place {
  cudaGraphNode_t* node;
  cudaGraph_t graph;
  const cudaGraphNode_t* before;
  std::size_t count;
};

inline bool is_valid(const Place& place) {
  if (place.node == nullptr || !is_graph(place.graph) ||
      (place.count > 0 && place.before == nullptr)) {
    return false;
  }
  std::unordered_set<cudaGraphNode_t> named;
  return std::all_of(place.before, place.before + place.count, [&](cudaGraphNode_t before) {
    return is_node(before) && before->graph == place.graph && named.insert(before).second;
  });
}

/// @param make makes the work, and says why it cannot be.
template <class Make>
cudaError_t add_with_work(const Place& place, Make&& make) {
  return call([&](Runtime& runtime) {
    if (!is_valid(place)) {
      return cudaErrorInvalidValue;
    }
    Work work;
    const cudaError_t error = make(runtime, work);
    if (error == cudaSuccess) {
      *place.node = add_node(*place.graph, std::move(work),
                             NodeList(place.before, place.before + place.count));
    }
    return error;
  });
}

}  // namespace warpschool::sim::runtime
