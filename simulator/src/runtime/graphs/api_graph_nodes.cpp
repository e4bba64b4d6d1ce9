// What graphs are made of: their nodes, edges, and what each node does.
#include "runtime/graphs/graph_work.hpp"

#include <cstdio>
#include <string>
#include <utility>

namespace warpschool::sim::runtime {
namespace {

/// Hands out handles as graphs' queries do: with no `out` only their number, else as many as there
/// is room for; room that is left is filled with null, and `count` says what was written.
cudaError_t give(const NodeList& nodes, cudaGraphNode_t* out, std::size_t* count) {
  if (count == nullptr) {
    return cudaErrorInvalidValue;
  }
  const std::size_t room = *count;
  *count = nodes.size();
  if (out == nullptr) {
    return cudaSuccess;
  }
  for (std::size_t i = 0; i < room; ++i) {
    out[i] = i < nodes.size() ? nodes[i] : nullptr;
  }
  *count = std::min(room, nodes.size());
  return cudaSuccess;
}

template <class Wanted>
NodeList nodes_of(const CUgraph_st& graph, Wanted&& wanted) {
  NodeList list;
  for (const auto& [number, node] : graph.nodes) {
    if (wanted(*node)) {
      list.push_back(node.get());
    }
  }
  return list;
}

/// @param use is given the node's work, if it is of this kind.
template <class Kind, class Use>
cudaError_t with_work(cudaGraphNode_t node, Use&& use) {
  return call([&](Runtime& runtime) {
    Kind* work = is_node(node) ? std::get_if<Kind>(&node->work) : nullptr;
    return work == nullptr ? cudaErrorInvalidValue : use(runtime, *work);
  });
}

template <class Kind, class Params>
cudaError_t get_params(cudaGraphNode_t node, Params* params) {
  return with_work<Kind>(node, [&](Runtime&, const Kind& work) {
    if (params == nullptr) {
      return cudaErrorInvalidValue;
    }
    *params = params_of(work);
    return cudaSuccess;
  });
}

/// @param make makes the new work.
template <class Kind, class Make>
cudaError_t set_work(cudaGraphNode_t node, Make&& make) {
  return with_work<Kind>(node, [&](Runtime& runtime, Kind&) {
    Work work;
    const cudaError_t error = make(runtime, work);
    if (error == cudaSuccess) {
      node->work = std::move(work);
    }
    return error;
  });
}

template <class Kind>
cudaError_t get_event(cudaGraphNode_t node, cudaEvent_t* event) {
  return with_work<Kind>(node, [&](Runtime&, const Kind& work) {
    if (event == nullptr) {
      return cudaErrorInvalidValue;
    }
    *event = work.event;
    return cudaSuccess;
  });
}

template <class Kind>
cudaError_t set_event(cudaGraphNode_t node, cudaEvent_t event) {
  return with_work<Kind>(node, [&](Runtime& runtime, Kind& work) {
    if (!runtime.is_event(event)) {
      return cudaErrorInvalidResourceHandle;
    }
    work.event = event;
    return cudaSuccess;
  });
}

bool write_file(const char* path, const std::string& text) {
  std::FILE* file = std::fopen(path, "w");
  if (file == nullptr) {
    return false;
  }
  const bool written = std::fputs(text.c_str(), file) >= 0;
  return std::fclose(file) == 0 && written;
}

}  // namespace

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  WARPSCHOOL_API;
  return call([&](Runtime&) {
    return !is_graph(graph)
               ? cudaErrorInvalidValue
               : give(nodes_of(*graph, [](const CUgraphNode_st&) { return true; }), nodes, count);
  });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  WARPSCHOOL_API;
  return call([&](Runtime&) {
    const auto is_root = [](const CUgraphNode_st& node) { return node.before.empty(); };
    return !is_graph(graph) ? cudaErrorInvalidValue : give(nodes_of(*graph, is_root), nodes, count);
  });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              size_t* count) {
  WARPSCHOOL_API;
  return call([&](Runtime&) {
    if (!is_graph(graph) || count == nullptr || (from == nullptr) != (to == nullptr)) {
      return cudaErrorInvalidValue;
    }
    NodeList begins, ends;
    for (const auto& [number, node] : graph->nodes) {
      for (const auto& [told, before] : node->before) {
        begins.push_back(before);
        ends.push_back(node.get());
      }
    }
    std::size_t room = *count;
    give(begins, from, &room);
    return give(ends, to, count);
  });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  WARPSCHOOL_API;
  return call([&](Runtime&) {
    if (!is_node(node) || type == nullptr) {
      return cudaErrorInvalidValue;
    }
    *type = type_of(node->work);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* before,
                                         size_t* count) {
  WARPSCHOOL_API;
  return call([&](Runtime&) {
    return is_node(node) ? give(dependencies(*node), before, count) : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* after,
                                           size_t* count) {
  WARPSCHOOL_API;
  return call([&](Runtime&) {
    return is_node(node) ? give(dependents(*node), after, count) : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph) {
  WARPSCHOOL_API;
  return with_work<ChildWork>(node, [&](Runtime&, const ChildWork& work) {
    if (graph == nullptr) {
      return cudaErrorInvalidValue;
    }
    *graph = work.graph.get();
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* params) {
  WARPSCHOOL_API;
  return get_params<KernelWork>(node, params);
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* params) {
  WARPSCHOOL_API;
  return set_work<KernelWork>(
      node, [&](Runtime& runtime, Work& work) { return make_work(runtime, params, work); });
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* params) {
  WARPSCHOOL_API;
  return get_params<CopyWork>(node, params);
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* params) {
  WARPSCHOOL_API;
  return set_work<CopyWork>(
      node, [&](Runtime& runtime, Work& work) { return make_work(runtime, params, work); });
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from,
                                           size_t bytes, cudaMemcpyKind kind) {
  WARPSCHOOL_API;
  return set_work<CopyWork>(node, [&](Runtime& runtime, Work& work) {
    return make_work(runtime, Copy{{to, bytes}, {from, bytes}, bytes, 1, kind}, work);
  });
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* params) {
  WARPSCHOOL_API;
  return get_params<FillWork>(node, params);
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* params) {
  WARPSCHOOL_API;
  return set_work<FillWork>(
      node, [&](Runtime& runtime, Work& work) { return make_work(runtime, params, work); });
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* params) {
  WARPSCHOOL_API;
  return with_work<HostWork>(node, [&](Runtime&, const HostWork& work) {
    if (params == nullptr) {
      return cudaErrorInvalidValue;
    }
    *params = work.call;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* params) {
  WARPSCHOOL_API;
  return set_work<HostWork>(node, [&](Runtime&, Work& work) { return make_work(params, work); });
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  WARPSCHOOL_API;
  return get_event<RecordWork>(node, event);
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  WARPSCHOOL_API;
  return set_event<RecordWork>(node, event);
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  WARPSCHOOL_API;
  return get_event<WaitWork>(node, event);
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  WARPSCHOOL_API;
  return set_event<WaitWork>(node, event);
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned int) {
  WARPSCHOOL_API;
  return call([&](Runtime&) {
    if (!is_graph(graph) || path == nullptr) {
      return cudaErrorInvalidValue;
    }
    graph->used = true;
    return write_file(path, to_dot(*graph)) ? cudaSuccess : cudaErrorOperatingSystem;
  });
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
