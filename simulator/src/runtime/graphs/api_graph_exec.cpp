// Graphs that are ready to be launched: made, changed, launched.
#include "runtime/base/observer.hpp"
#include "runtime/graphs/capture.hpp"
#include "runtime/graphs/graph_work.hpp"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>

namespace warpschool::sim::runtime {
namespace {

constexpr unsigned long long kKnownFlags =
    cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUpload |
    cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUseNodePriority;

bool has_order(const CUgraph_st& graph) {
  return in_order(graph).size() == graph.nodes.size();
}

cudaError_t instantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
  return call([&](Runtime& runtime) {
    if (exec == nullptr || !is_graph(graph) || (flags & ~kKnownFlags) != 0) {
      return cudaErrorInvalidValue;
    }
    graph->used = true;
    if (!has_order(*graph)) {
      runtime.recorder().reason("nodes of the graph wait for each other in a circle");
      return cudaErrorInvalidValue;
    }
    if ((flags & cudaGraphInstantiateFlagDeviceLaunch) != 0) {
      runtime.recorder().reason("graphs that kernels launch are not simulated");
      return cudaErrorNotSupported;
    }
    auto made = std::make_shared<CUgraphExec_st>();
    made->graph = copy_of(*graph);
    made->flags = flags;
    made->made = current_call();
    *exec = made.get();
    runtime.graphs().execs[*exec] = std::move(made);
    return cudaSuccess;
  });
}

std::shared_ptr<CUgraphExec_st> find(Runtime& runtime, cudaGraphExec_t exec) {
  const auto found = runtime.graphs().execs.find(exec);
  return found == runtime.graphs().execs.end() ? nullptr : found->second;
}

/// The node of `exec` that was made from `node`; nullptr: there is none.
CUgraphNode_st* node_of(Runtime& runtime, cudaGraphExec_t exec, cudaGraphNode_t node) {
  const std::shared_ptr<CUgraphExec_st> found = find(runtime, exec);
  return found == nullptr ? nullptr : find_copy(*found->graph, node);
}

template <class Kind, class Make>
cudaError_t set_work(cudaGraphExec_t exec, cudaGraphNode_t node, Make&& make) {
  return call([&](Runtime& runtime) {
    CUgraphNode_st* own = node_of(runtime, exec, node);
    if (own == nullptr || !std::holds_alternative<Kind>(own->work)) {
      return cudaErrorInvalidValue;
    }
    Work work;
    const cudaError_t error = make(runtime, work);
    if (error == cudaSuccess) {
      own->work = std::move(work);
    }
    return error;
  });
}

template <class Kind>
cudaError_t set_event(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event) {
  return set_work<Kind>(exec, node, [&](Runtime& runtime, Work& work) {
    work = Kind{event};
    return runtime.is_event(event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

/// How the graphs differ in their nodes' kinds and order, which an update cannot change. Nodes are
/// paired in the order in which they were added.
cudaGraphExecUpdateResultInfo compare(const CUgraph_st& own, const CUgraph_st& other) {
  if (own.nodes.size() != other.nodes.size()) {
    return {cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
  }
  std::unordered_map<const CUgraphNode_st*, const CUgraphNode_st*> partner;
  auto at = other.nodes.begin();
  for (const auto& [number, node] : own.nodes) {
    partner[node.get()] = (at++)->second.get();
  }
  at = other.nodes.begin();
  for (const auto& [number, node] : own.nodes) {
    const CUgraphNode_st& a = *node;
    CUgraphNode_st& b = *(at++)->second;
    if (type_of(a.work) != type_of(b.work)) {
      return {cudaGraphExecUpdateErrorNodeTypeChanged, &b, nullptr};
    }
    const auto are_partners = [&](const auto& one, const auto& two) {
      return partner.at(one.second) == two.second;
    };
    if (!std::equal(a.before.begin(), a.before.end(), b.before.begin(), b.before.end(),
                    are_partners)) {
      return {cudaGraphExecUpdateErrorTopologyChanged, &b, nullptr};
    }
    if (const auto* child = std::get_if<ChildWork>(&a.work)) {
      const auto inner = compare(*child->graph, *std::get<ChildWork>(b.work).graph);
      if (inner.result != cudaGraphExecUpdateSuccess) {
        return inner;
      }
    }
  }
  return {cudaGraphExecUpdateSuccess, nullptr, nullptr};
}

/// Takes over what the nodes of `other` do; the graphs are alike.
void take_work(CUgraph_st& own, const CUgraph_st& other) {
  auto at = other.nodes.begin();
  for (const auto& [number, node] : own.nodes) {
    const Work& work = (at++)->second->work;
    if (auto* child = std::get_if<ChildWork>(&node->work)) {
      take_work(*child->graph, *std::get<ChildWork>(work).graph);
    } else {
      node->work = copy_of_work(work);
    }
  }
}

}  // namespace

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                 unsigned long long flags) {
  WARPSCHOOL_API;
  return instantiate(exec, graph, flags);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                          unsigned long long flags) {
  WARPSCHOOL_API;
  return instantiate(exec, graph, flags);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    const std::shared_ptr<CUgraphExec_st> found = find(runtime, exec);
    if (found == nullptr) {
      return cudaErrorInvalidValue;
    }
    for (RuntimeObserver* observer : observers()) {
      observer->before_exec_ends(runtime, *found);
    }
    runtime.graphs().execs.erase(exec);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long* flags) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    const std::shared_ptr<CUgraphExec_st> found = find(runtime, exec);
    if (found == nullptr || flags == nullptr) {
      return cudaErrorInvalidValue;
    }
    *flags = found->flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    const StreamId* id = runtime.stream_id(stream);
    if (id == nullptr) {
      return cudaErrorInvalidResourceHandle;
    }
    const cudaError_t error = refuse_in_capture(runtime, *id);
    return error == cudaSuccess && find(runtime, exec) == nullptr ? cudaErrorInvalidValue : error;
  });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  WARPSCHOOL_API;
  std::shared_ptr<CUgraphExec_st> found;
  const cudaError_t error = call([&](Runtime& runtime) {
    const StreamId* id = runtime.stream_id(stream);
    if (id == nullptr) {
      return cudaErrorInvalidResourceHandle;
    }
    if (const cudaError_t refused = refuse_in_capture(runtime, *id); refused != cudaSuccess) {
      return refused;
    }
    found = find(runtime, exec);
    if (found == nullptr) {
      return cudaErrorInvalidValue;
    }
    found->launched = true;
    return cudaSuccess;
  });
  return error == cudaSuccess ? run_graph(*found, stream) : error;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* result) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    const std::shared_ptr<CUgraphExec_st> found = find(runtime, exec);
    cudaGraphExecUpdateResultInfo info = {cudaGraphExecUpdateError, nullptr, nullptr};
    const bool valid = found != nullptr && is_graph(graph);
    if (valid) {
      graph->used = true;
      info = compare(*found->graph, *graph);
    }
    if (result != nullptr) {
      *result = info;
    }
    if (info.result != cudaGraphExecUpdateSuccess) {
      return valid ? cudaErrorGraphExecUpdateFailure : cudaErrorInvalidValue;
    }
    take_work(*found->graph, *graph);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* params) {
  WARPSCHOOL_API;
  return set_work<KernelWork>(
      exec, node, [&](Runtime& runtime, Work& work) { return make_work(runtime, params, work); });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* params) {
  WARPSCHOOL_API;
  return set_work<CopyWork>(
      exec, node, [&](Runtime& runtime, Work& work) { return make_work(runtime, params, work); });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* to,
                                               const void* from, size_t bytes,
                                               cudaMemcpyKind kind) {
  WARPSCHOOL_API;
  return set_work<CopyWork>(exec, node, [&](Runtime& runtime, Work& work) {
    return make_work(runtime, Copy{{to, bytes}, {from, bytes}, bytes, 1, kind}, work);
  });
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams* params) {
  WARPSCHOOL_API;
  return set_work<FillWork>(
      exec, node, [&](Runtime& runtime, Work& work) { return make_work(runtime, params, work); });
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* params) {
  WARPSCHOOL_API;
  return set_work<HostWork>(exec, node,
                            [&](Runtime&, Work& work) { return make_work(params, work); });
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaGraph_t child) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    CUgraphNode_st* own = node_of(runtime, exec, node);
    auto* work = own == nullptr ? nullptr : std::get_if<ChildWork>(&own->work);
    if (work == nullptr || !is_graph(child) ||
        compare(*work->graph, *child).result != cudaGraphExecUpdateSuccess) {
      return cudaErrorInvalidValue;
    }
    child->used = true;
    take_work(*work->graph, *child);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaEvent_t event) {
  WARPSCHOOL_API;
  return set_event<RecordWork>(exec, node, event);
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               cudaEvent_t event) {
  WARPSCHOOL_API;
  return set_event<WaitWork>(exec, node, event);
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int enabled) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    CUgraphNode_st* own = node_of(runtime, exec, node);
    if (own == nullptr) {
      return cudaErrorInvalidValue;
    }
    own->enabled = enabled != 0;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int* enabled) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    const CUgraphNode_st* own = node_of(runtime, exec, node);
    if (own == nullptr || enabled == nullptr) {
      return cudaErrorInvalidValue;
    }
    *enabled = own->enabled ? 1 : 0;
    return cudaSuccess;
  });
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
