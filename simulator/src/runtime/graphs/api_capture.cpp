// The functions that begin, end and ask about the capture of streams.
#include "runtime/graphs/capture_state.hpp"

#include <algorithm>
#include <utility>

namespace warpschool::sim::runtime {
namespace {

/// Ends the capture, whose thread and stream are right. @param ends of its first stream.
cudaError_t conclude(Runtime& runtime, const std::shared_ptr<Capture>& capture,
                     const NodeList& ends, cudaGraph_t* graph) {
  finish_capture(runtime, capture);
  if (capture->invalid) {
    return cudaErrorStreamCaptureInvalidated;
  }
  if (reached_from(ends).size() != capture->graph->nodes.size()) {
    runtime.recorder().reason(
        "work of another stream belongs to the capture, but the first stream does not wait for "
        "it: record an event behind it and let the first stream wait for that");
    return cudaErrorStreamCaptureUnjoined;
  }
  *graph = capture->graph.get();
  publish(**graph);
  (*graph)->captured = current_call();
  runtime.graphs().graphs[*graph] = capture->graph;
  return cudaSuccess;
}

/// The thread and the stream that may end a capture are those that began it.
cudaError_t end_capture(Runtime& runtime, StreamId id, cudaGraph_t* graph) {
  CapturingStream* stream = capturing_stream(runtime, id);
  if (stream == nullptr) {
    return cudaErrorIllegalState;
  }
  const std::shared_ptr<Capture> capture = stream->capture;
  if (capture->mode != cudaStreamCaptureModeRelaxed &&
      capture->thread != std::this_thread::get_id()) {
    finish_capture(runtime, capture);
    return cudaErrorStreamCaptureWrongThread;
  }
  if (capture->origin != id) {
    return spoil(runtime, *capture, cudaErrorStreamCaptureUnmatched,
                 "the capture began in another stream and must end there");
  }
  const NodeList ends = stream->ends;
  return conclude(runtime, capture, ends, graph);
}

struct CaptureInfo {
  unsigned long long* id;
  cudaGraph_t* graph;
  const cudaGraphNode_t** dependencies;
  std::size_t* count;
};

cudaError_t tell(Runtime& runtime, cudaStream_t handle, cudaStreamCaptureStatus* status,
                 const CaptureInfo& info) {
  const StreamId* id = runtime.stream_id(handle);
  if (id == nullptr || status == nullptr) {
    return status == nullptr ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
  }
  if (*id == kLegacyStream) {
    for (const auto& [other, stream] : runtime.graphs().capturing) {
      if (runtime.timeline().is_blocking(other)) {
        return cudaErrorStreamCaptureImplicit;
      }
    }
  }
  const CapturingStream* stream = capturing_stream(runtime, *id);
  *status = stream == nullptr          ? cudaStreamCaptureStatusNone
            : stream->capture->invalid ? cudaStreamCaptureStatusInvalidated
                                       : cudaStreamCaptureStatusActive;
  if (*status != cudaStreamCaptureStatusActive) {
    return cudaSuccess;
  }
  const auto put = [](auto* where, auto value) {
    if (where != nullptr) {
      *where = value;
    }
  };
  put(info.id, stream->capture->id);
  if (info.graph != nullptr || info.dependencies != nullptr) {
    publish(*stream->capture->graph);
  }
  put(info.graph, stream->capture->graph.get());
  put(info.dependencies, stream->ends.data());
  put(info.count, stream->ends.size());
  return cudaSuccess;
}

cudaError_t begin_capture(Runtime& runtime, cudaStream_t handle, cudaStreamCaptureMode mode) {
  const StreamId* id = runtime.stream_id(handle);
  if (id == nullptr) {
    return cudaErrorInvalidResourceHandle;
  }
  if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed) {
    return cudaErrorInvalidValue;
  }
  if (*id == kLegacyStream) {
    runtime.recorder().reason("the default stream cannot be captured; create one");
    return cudaErrorStreamCaptureUnsupported;
  }
  if (capturing_stream(runtime, *id) != nullptr) {
    return cudaErrorIllegalState;
  }
  auto capture = std::make_shared<Capture>();
  capture->id = runtime.graphs().next_capture++;
  capture->mode = mode;
  capture->thread = std::this_thread::get_id();
  capture->origin = *id;
  capture->graph = std::make_shared<CUgraph_st>();
  runtime.graphs().capturing[*id] = {capture, {}};
  return cudaSuccess;
}

}  // namespace

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) { return begin_capture(runtime, stream, mode); });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    const StreamId* id = runtime.stream_id(stream);
    if (graph == nullptr) {
      return cudaErrorInvalidValue;
    }
    *graph = nullptr;
    return id == nullptr ? cudaErrorInvalidResourceHandle : end_capture(runtime, *id, graph);
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    return tell(runtime, stream, status, {nullptr, nullptr, nullptr, nullptr});
  });
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** dependencies, size_t* count) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    return tell(runtime, stream, status, {id, graph, dependencies, count});
  });
}

cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                        unsigned long long* id, cudaGraph_t* graph,
                                        const cudaGraphNode_t** dependencies, size_t* count) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    return tell(runtime, stream, status, {id, graph, dependencies, count});
  });
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                                size_t count, unsigned int flags) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    const StreamId* id = runtime.stream_id(stream);
    if (id == nullptr) {
      return cudaErrorInvalidResourceHandle;
    }
    const StreamUse use = use_stream(runtime, *id);
    if (use.error != cudaSuccess || use.capture == nullptr) {
      return use.error != cudaSuccess ? use.error : cudaErrorIllegalState;
    }
    if (flags > cudaStreamSetCaptureDependencies || (count > 0 && dependencies == nullptr)) {
      return cudaErrorInvalidValue;
    }
    const NodeList given(dependencies, dependencies + count);
    const CUgraph_st* graph = use.capture->capture->graph.get();
    if (!std::all_of(given.begin(), given.end(),
                     [&](CUgraphNode_st* node) { return is_node(node) && node->graph == graph; })) {
      return cudaErrorInvalidValue;
    }
    if (flags == cudaStreamSetCaptureDependencies) {
      use.capture->ends.clear();
    }
    add_ends(use.capture->ends, given);
    return cudaSuccess;
  });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  WARPSCHOOL_API;
  return call([&](Runtime&) {
    if (mode == nullptr || *mode < cudaStreamCaptureModeGlobal ||
        *mode > cudaStreamCaptureModeRelaxed) {
      return cudaErrorInvalidValue;
    }
    std::swap(*mode, thread_capture_mode());
    return cudaSuccess;
  });
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
