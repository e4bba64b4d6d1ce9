// Graphs: made, copied, filled with nodes (CUDA Runtime API reference, "Graph Management").
#include "runtime/base/observer.hpp"
#include "runtime/graphs/add_node.hpp"
#include "runtime/graphs/capture.hpp"
#include "runtime/graphs/graph_work.hpp"

#include <algorithm>
#include <utility>

namespace warpschool::sim::runtime {
namespace {

template <class Event>
cudaError_t add_event(const Place& place, cudaEvent_t event) {
  return add_with_work(place, [&](Runtime& runtime, Work& work) {
    work = Event{event};
    return runtime.is_event(event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

/// A copy to or from a variable of the program, whose other side is set.
cudaError_t make_symbol_copy(Runtime& runtime, const void* symbol, std::size_t offset, Copy copy,
                             bool to_symbol, Work& work) {
  DeviceAddress address = 0;
  const cudaError_t error = locate_symbol(runtime, symbol, copy.width, offset, address);
  if (error != cudaSuccess) {
    return error;
  }
  (to_symbol ? copy.to : copy.from) = Side{pointer_to(address), copy.width};
  return make_work(runtime, copy, work);
}

/// Graphs with memory of their own cannot be cloned, and their memory's nodes not be removed.
bool has_memory(const CUgraph_st& graph) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(), [](const auto& node) {
    return std::holds_alternative<MemoryWork>(node.second->work);
  });
}

/// Both ends of an edge, of one graph.
bool is_edge(cudaGraph_t graph, cudaGraphNode_t from, cudaGraphNode_t to) {
  return is_node(from) && is_node(to) && from->graph == graph && to->graph == graph && from != to;
}

/// One edge after the other; those before the one that is wrong stay changed, as on an H100.
/// @param change false: the edge cannot be changed.
template <class Change>
cudaError_t each_edge(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                      std::size_t count, Change&& change) {
  return call([&](Runtime&) {
    if (!is_graph(graph) || (count > 0 && (from == nullptr || to == nullptr))) {
      return cudaErrorInvalidValue;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (!is_edge(graph, from[i], to[i]) || !change(*from[i], *to[i])) {
        return cudaErrorInvalidValue;
      }
    }
    return cudaSuccess;
  });
}

}  // namespace

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (graph == nullptr || flags != 0) {
      return cudaErrorInvalidValue;
    }
    auto made = std::make_shared<CUgraph_st>();
    publish(*made);
    *graph = made.get();
    runtime.graphs().graphs[*graph] = std::move(made);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    const auto found = runtime.graphs().graphs.find(graph);
    if (found == runtime.graphs().graphs.end()) {
      return cudaErrorInvalidValue;
    }
    for (RuntimeObserver* observer : observers()) {
      observer->before_graph_ends(runtime, *graph);
    }
    runtime.graphs().graphs.erase(found);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (clone == nullptr || !is_graph(graph)) {
      return cudaErrorInvalidValue;
    }
    graph->used = true;
    if (has_memory(*graph)) {
      return cudaErrorNotSupported;
    }
    std::shared_ptr<CUgraph_st> copy = copy_of(*graph);
    publish(*copy);
    *clone = copy.get();
    runtime.graphs().graphs[*clone] = std::move(copy);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original,
                                     cudaGraph_t clone) {
  WARPSCHOOL_API;
  return call([&](Runtime&) {
    cudaGraphNode_t found = is_graph(clone) ? find_copy(*clone, original) : nullptr;
    if (node == nullptr || found == nullptr) {
      return cudaErrorInvalidValue;
    }
    *node = found;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* before, size_t count,
                                   const cudaKernelNodeParams* params) {
  WARPSCHOOL_API;
  return add_with_work({node, graph, before, count}, [&](Runtime& runtime, Work& work) {
    return make_work(runtime, params, work);
  });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* before, size_t count,
                                   const cudaMemcpy3DParms* params) {
  WARPSCHOOL_API;
  return add_with_work({node, graph, before, count}, [&](Runtime& runtime, Work& work) {
    return make_work(runtime, params, work);
  });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* before, size_t count, void* to,
                                     const void* from, size_t bytes, cudaMemcpyKind kind) {
  WARPSCHOOL_API;
  return add_with_work({node, graph, before, count}, [&](Runtime& runtime, Work& work) {
    return make_work(runtime, Copy{{to, bytes}, {from, bytes}, bytes, 1, kind}, work);
  });
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                           const cudaGraphNode_t* before, size_t count,
                                           const void* symbol, const void* from, size_t bytes,
                                           size_t offset, cudaMemcpyKind kind) {
  WARPSCHOOL_API;
  return add_with_work({node, graph, before, count}, [&](Runtime& runtime, Work& work) {
    return make_symbol_copy(runtime, symbol, offset, Copy{{}, {from, bytes}, bytes, 1, kind}, true,
                            work);
  });
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                             const cudaGraphNode_t* before, size_t count, void* to,
                                             const void* symbol, size_t bytes, size_t offset,
                                             cudaMemcpyKind kind) {
  WARPSCHOOL_API;
  return add_with_work({node, graph, before, count}, [&](Runtime& runtime, Work& work) {
    return make_symbol_copy(runtime, symbol, offset, Copy{{to, bytes}, {}, bytes, 1, kind}, false,
                            work);
  });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* before, size_t count,
                                   const cudaMemsetParams* params) {
  WARPSCHOOL_API;
  return add_with_work({node, graph, before, count}, [&](Runtime& runtime, Work& work) {
    return make_work(runtime, params, work);
  });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* before, size_t count,
                                 const cudaHostNodeParams* params) {
  WARPSCHOOL_API;
  return add_with_work({node, graph, before, count},
                       [&](Runtime&, Work& work) { return make_work(params, work); });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* before, size_t count) {
  WARPSCHOOL_API;
  return add_with_work({node, graph, before, count}, [](Runtime&, Work&) { return cudaSuccess; });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* before, size_t count,
                                       cudaGraph_t child) {
  WARPSCHOOL_API;
  return add_with_work({node, graph, before, count}, [&](Runtime&, Work& work) {
    if (!is_graph(child) || child == graph) {
      return cudaErrorInvalidValue;
    }
    child->used = true;
    work = ChildWork{copy_of(*child)};
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* before, size_t count,
                                        cudaEvent_t event) {
  WARPSCHOOL_API;
  return add_event<RecordWork>({node, graph, before, count}, event);
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      const cudaGraphNode_t* before, size_t count,
                                      cudaEvent_t event) {
  WARPSCHOOL_API;
  return add_event<WaitWork>({node, graph, before, count}, event);
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, size_t count) {
  WARPSCHOOL_API;
  return each_edge(graph, from, to, count, [](CUgraphNode_st& begin, CUgraphNode_st& end) {
    const bool is_new = !waits_for(end, begin);
    add_edge(begin, end);
    return is_new;
  });
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, size_t count) {
  WARPSCHOOL_API;
  return each_edge(graph, from, to, count, [](CUgraphNode_st& begin, CUgraphNode_st& end) {
    const bool is_there = waits_for(end, begin);
    remove_edge(begin, end);
    return is_there;
  });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  WARPSCHOOL_API;
  return call([&](Runtime&) {
    if (!is_node(node)) {
      return cudaErrorInvalidValue;
    }
    if (std::holds_alternative<MemoryWork>(node->work)) {
      return cudaErrorNotSupported;
    }
    remove_node(node);
    return cudaSuccess;
  });
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
