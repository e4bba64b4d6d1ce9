// Converts between graph node parameters and the work they describe.
#include "runtime/graphs/graph_work.hpp"

#include "runtime/base/find_kernel.hpp"
#include "runtime/base/remote_host.hpp"
#include "runtime/graphs/capture.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace warpschool::sim::runtime {
namespace {

/// What a kernel of a graph costs of the launch overhead: 0.8 us of 2.7 (measured with empty
/// kernels in a chain).
constexpr double kNodeShare = 0.3;

double saved_us(Runtime& runtime) {
  return runtime.profile().launch_overhead_us * (1 - kNodeShare);
}

/// A place in the order of things: on the modelled clock, and behind which work.
struct Point {
  double us = 0;
  WorkClock clock;

  void join(const Point& other) {
    us = std::max(us, other.us);
    StreamOrder::join(clock, other.clock);
  }
};

/// The end of a node's work, kept for those that wait for it: clocks are long.
struct Ended {
  Point end;
  std::size_t waiting = 0;
};

/// One launch of one graph.
class GraphRun {
 public:
  explicit GraphRun(cudaStream_t stream) : stream_(stream) {}

  cudaError_t run(CUgraphExec_st& exec);

 private:
  cudaError_t run_all(const CUgraph_st& graph, const Point& begin, Point& end);
  cudaError_t run_node(const CUgraphNode_st& node, const Point& begin, Point& end);
  cudaError_t call_host(const cudaHostNodeParams& host, const Point& begin);
  cudaError_t work(Runtime& runtime, const Work& work);

  cudaStream_t stream_;
  StreamId id_ = 0;
};

cudaError_t GraphRun::run(CUgraphExec_st& exec) {
  Point begin;
  std::shared_ptr<const CUgraph_st> graph;  // the program may change the original meanwhile
  cudaError_t error = call([&](Runtime& runtime) {
    const StreamId* id = runtime.stream_id(stream_);
    if (id == nullptr) {
      return cudaErrorInvalidResourceHandle;
    }
    id_ = *id;
    // The launch as a whole pays what its kernels save.
    graph = copy_of(*exec.graph);
    begin.us = runtime.timeline().mark(id_) + (graph->nodes.empty() ? 0 : saved_us(runtime));
    begin.clock = runtime.order().mark(id_);
    StreamOrder::join(begin.clock, exec.last);
    return cudaSuccess;
  });
  Point end = begin;
  if (error == cudaSuccess) {
    error = run_all(*graph, begin, end);
  }
  call([&](Runtime& runtime) {
    if (runtime.timeline().has_stream(id_)) {
      runtime.timeline().branch(id_, end.us);
      runtime.order().branch(id_, end.clock);
    }
    exec.last = end.clock;
    return cudaSuccess;
  });
  return error;
}

cudaError_t GraphRun::run_all(const CUgraph_st& graph, const Point& begin, Point& end) {
  std::map<const CUgraphNode_st*, Ended> ends;
  for (const auto& [number, node] : graph.nodes) {
    for (const auto& [told, before] : node->before) {
      ++ends[before].waiting;
    }
  }
  end = begin;
  for (const CUgraphNode_st* node : in_order(graph)) {
    Point start = begin;
    for (const auto& [told, before] : node->before) {
      const auto found = ends.find(before);
      start.join(found->second.end);
      if (--found->second.waiting == 0) {
        ends.erase(found);
      }
    }
    Point own_end = start;
    const cudaError_t error = node->enabled ? run_node(*node, start, own_end) : cudaSuccess;
    end.join(own_end);
    if (error != cudaSuccess) {
      return error;
    }
    if (const auto found = ends.find(node); found != ends.end()) {
      found->second.end = std::move(own_end);
    }
  }
  return cudaSuccess;
}

cudaError_t GraphRun::run_node(const CUgraphNode_st& node, const Point& begin, Point& end) {
  if (const auto* child = std::get_if<ChildWork>(&node.work)) {
    return run_all(*child->graph, begin, end);
  }
  if (const auto* host = std::get_if<HostWork>(&node.work)) {
    return call_host(host->call, begin);
  }
  return call([&](Runtime& runtime) {
    runtime.timeline().branch(id_, begin.us);
    runtime.order().branch(id_, begin.clock);
    const cudaError_t error = work(runtime, node.work);
    end.us = runtime.timeline().ready(id_);
    end.clock = runtime.order().mark(id_);
    return error;
  });
}

cudaError_t GraphRun::call_host(const cudaHostNodeParams& host, const Point& begin) {
  bool reached = false;
  const cudaError_t error = call([&](Runtime& runtime) {
    reached = !runtime.is_stopped();
    runtime.order().host_waits_for(begin.clock);  // it comes after what its node waits for
    runtime.guard().release(runtime.order());
    return cudaSuccess;
  });
  if (reached && error == cudaSuccess) {
    const InHostFunction here;
    if (RemoteHost* remote = remote_host(); remote != nullptr) {
      remote->call(host.fn, host.userData);
    } else {
      host.fn(host.userData);
    }
  }
  return error;
}

cudaError_t GraphRun::work(Runtime& runtime, const Work& work) {
  if (const auto* kernel = std::get_if<KernelWork>(&work)) {
    return run_launch(runtime, kernel->launch, id_, saved_us(runtime));
  }
  if (const auto* copy = std::get_if<CopyWork>(&work)) {
    Copy now = copy->copy;
    now.stream = stream_;
    now.async = true;
    now.of_graph = true;
    now.api = "cudaGraphLaunch";
    return copy_now(runtime, now);
  }
  if (const auto* fill = std::get_if<FillWork>(&work)) {
    Copy shape = fill->shape;
    shape.stream = stream_;
    shape.api = "cudaGraphLaunch";
    return fill_now(runtime, shape, fill->pattern);
  }
  if (const auto* record = std::get_if<RecordWork>(&work); record != nullptr) {
    if (runtime.is_event(record->event)) {
      record->event->recorded = true;
      record->event->time_us = runtime.timeline().mark(id_);
      record->event->clock = runtime.order().mark(id_);
    }
    return cudaSuccess;
  }
  if (const auto* wait = std::get_if<WaitWork>(&work); wait != nullptr) {
    if (runtime.is_event(wait->event) && wait->event->recorded) {
      runtime.timeline().hold_until(id_, wait->event->time_us);
      runtime.order().wait(id_, wait->event->clock);
    }
  }
  return cudaSuccess;
}

}  // namespace

KernelWork kernel_work(Runtime& runtime, PreparedLaunch launch) {
  KernelWork work;
  work.launch = std::move(launch);
  const Found kernel = find_kernel(runtime, work.launch.function);
  if (kernel.info != nullptr) {
    for (const KernelParameter& parameter : kernel.info->parameters) {
      work.pointers.push_back(work.launch.arguments.data() + parameter.offset);
    }
  }
  return work;
}

cudaError_t make_work(Runtime& runtime, const cudaKernelNodeParams* params, Work& work) {
  if (params == nullptr) {
    return cudaErrorInvalidValue;
  }
  const LaunchConfig config = {{params->gridDim.x, params->gridDim.y, params->gridDim.z},
                               {params->blockDim.x, params->blockDim.y, params->blockDim.z},
                               params->sharedMemBytes,
                               false};
  PreparedLaunch launch;
  const cudaError_t error =
      prepare_launch(runtime, params->func, config, params->kernelParams, launch);
  if (error == cudaErrorInvalidConfiguration) {
    return cudaErrorInvalidValue;  // what graphs say to what a launch is refused for
  }
  if (error == cudaErrorInvalidDeviceFunction && params->func != nullptr) {
    return cudaErrorInvalidResourceHandle;
  }
  if (error == cudaSuccess) {
    work = kernel_work(runtime, std::move(launch));
  }
  return error;
}

cudaError_t make_work(Runtime& runtime, const Copy& copy, Work& work) {
  if (copy.bytes() == 0 || check_copy(runtime, copy) != cudaSuccess) {
    return cudaErrorInvalidValue;
  }
  work = CopyWork{copy};
  return cudaSuccess;
}

cudaError_t make_work(Runtime& runtime, const cudaMemcpy3DParms* params, Work& work) {
  if (params == nullptr) {
    return cudaErrorInvalidValue;
  }
  Copy copy;
  copy.kind = params->kind;
  copy.api = current_call().api;
  const cudaError_t error = describe_volume(runtime, *params, copy);
  return error == cudaSuccess ? make_work(runtime, copy, work) : error;
}

cudaError_t make_work(Runtime& runtime, const cudaMemsetParams* params, Work& work) {
  if (params == nullptr || params->width == 0 || params->height == 0 ||
      (params->elementSize != 1 && params->elementSize != 2 && params->elementSize != 4)) {
    return cudaErrorInvalidValue;
  }
  FillWork fill;
  fill.shape.width = params->width * params->elementSize;
  fill.shape.height = params->height;
  fill.shape.to = {params->dst, params->height == 1 ? fill.shape.width : params->pitch};
  fill.shape.api = current_call().api;
  fill.pattern = {params->value, params->elementSize};
  if (check_fill(runtime, fill.shape) != cudaSuccess) {
    return cudaErrorInvalidValue;
  }
  work = fill;
  return cudaSuccess;
}

cudaError_t make_work(const cudaHostNodeParams* params, Work& work) {
  if (params == nullptr || params->fn == nullptr) {
    return cudaErrorInvalidValue;
  }
  work = HostWork{*params};
  return cudaSuccess;
}

cudaKernelNodeParams params_of(const KernelWork& work) {
  const LaunchConfig& config = work.launch.config;
  cudaKernelNodeParams params{};
  params.func = const_cast<void*>(work.launch.function);
  params.gridDim = dim3(config.grid.x, config.grid.y, config.grid.z);
  params.blockDim = dim3(config.block.x, config.block.y, config.block.z);
  params.sharedMemBytes = config.dynamic_shared_bytes;
  params.kernelParams = const_cast<void**>(work.pointers.data());
  return params;
}

cudaMemcpy3DParms params_of(const CopyWork& work) {
  const Copy& copy = work.copy;
  const auto pitched = [&](const Side& side) {
    return cudaPitchedPtr{
        const_cast<void*>(side.pointer), side.pitch, copy.width,
        side.pitch == 0 || copy.depth == 1 ? copy.height : side.slice_pitch / side.pitch};
  };
  cudaMemcpy3DParms params{};
  params.dstPtr = pitched(copy.to);
  params.srcPtr = pitched(copy.from);
  params.extent = {copy.width, copy.height, copy.depth};
  params.kind = copy.kind;
  return params;
}

cudaMemsetParams params_of(const FillWork& work) {
  const unsigned element = work.pattern.element_bytes;
  return {const_cast<void*>(work.shape.to.pointer),
          work.shape.to.pitch,
          work.pattern.value,
          element,
          work.shape.width / element,
          work.shape.height};
}

cudaError_t run_graph(CUgraphExec_st& exec, cudaStream_t stream) {
  return GraphRun(stream).run(exec);
}

}  // namespace warpschool::sim::runtime
