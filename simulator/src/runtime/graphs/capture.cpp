// Stream capture: turns work into graph nodes.
#include "runtime/graphs/capture.hpp"

#include <algorithm>
#include <utility>

namespace warpschool::sim::runtime {
namespace {

thread_local cudaStreamCaptureMode t_mode = cudaStreamCaptureModeGlobal;

bool forbids_unsafe_calls(const Capture& capture) {
  const bool own = capture.thread == std::this_thread::get_id();
  const bool by_own = own && capture.mode != cudaStreamCaptureModeRelaxed;
  const bool by_any = capture.mode == cudaStreamCaptureModeGlobal;
  return t_mode != cudaStreamCaptureModeRelaxed &&
         (by_own || (by_any && t_mode == cudaStreamCaptureModeGlobal));
}

cudaError_t spoil(Runtime& runtime, Capture& capture, cudaError_t error, const char* why) {
  capture.invalid = true;
  runtime.recorder().reason(why);
  return error;
}

/// Spoils each capture that `of` holds for.
template <class Of>
cudaError_t spoil_all(Runtime& runtime, Of&& of, cudaError_t error, const char* why) {
  cudaError_t result = cudaSuccess;
  for (auto& [id, stream] : runtime.graphs().capturing) {
    if (of(id, *stream.capture)) {
      result = spoil(runtime, *stream.capture, error, why);
    }
  }
  return result;
}

CapturingStream* find(Runtime& runtime, StreamId stream) {
  auto& capturing = runtime.graphs().capturing;
  const auto found = capturing.find(stream);
  return found == capturing.end() ? nullptr : &found->second;
}

cudaError_t check_legacy(Runtime& runtime) {
  return spoil_all(
      runtime, [&](StreamId id, const Capture&) { return runtime.timeline().is_blocking(id); },
      cudaErrorStreamCaptureImplicit,
      "the default stream would wait for a blocking stream that is being captured; use another "
      "stream, or make the captured one with cudaStreamNonBlocking");
}

void add_ends(NodeList& ends, const NodeList& more) {
  for (CUgraphNode_st* node : more) {
    if (std::find(ends.begin(), ends.end(), node) == ends.end()) {
      ends.push_back(node);
    }
  }
}

void finish(Runtime& runtime, const std::shared_ptr<Capture>& capture) {
  capture->ended = true;
  auto& capturing = runtime.graphs().capturing;
  for (auto at = capturing.begin(); at != capturing.end();) {
    at = at->second.capture == capture ? capturing.erase(at) : std::next(at);
  }
}

/// Ends the capture, whose thread and stream are right. @param ends of its first stream.
cudaError_t conclude(Runtime& runtime, const std::shared_ptr<Capture>& capture,
                     const NodeList& ends, cudaGraph_t* graph) {
  finish(runtime, capture);
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
  CapturingStream* stream = find(runtime, id);
  if (stream == nullptr) {
    return cudaErrorIllegalState;
  }
  const std::shared_ptr<Capture> capture = stream->capture;
  if (capture->mode != cudaStreamCaptureModeRelaxed &&
      capture->thread != std::this_thread::get_id()) {
    finish(runtime, capture);
    return cudaErrorStreamCaptureWrongThread;
  }
  if (capture->origin != id) {
    return spoil(runtime, *capture, cudaErrorStreamCaptureUnmatched,
                 "the capture began in another stream and must end there");
  }
  const NodeList ends = stream->ends;
  return conclude(runtime, capture, ends, graph);
}

cudaError_t join(Runtime& runtime, StreamId stream, cudaEvent_t event) {
  const std::shared_ptr<Capture> capture = event->capture;
  if (CapturingStream* own = find(runtime, stream); own != nullptr) {
    if (own->capture != capture) {
      spoil(runtime, *own->capture, cudaErrorStreamCaptureMerge, "");
      return spoil(runtime, *capture, cudaErrorStreamCaptureMerge,
                   "the stream and the event belong to two captures, which cannot become one");
    }
    add_ends(own->ends, event->ends);
    return capture->invalid ? cudaErrorStreamCaptureInvalidated : cudaSuccess;
  }
  if (stream == kLegacyStream) {
    return spoil(runtime, *capture, cudaErrorStreamCaptureImplicit,
                 "the default stream cannot be captured");
  }
  runtime.graphs().capturing[stream] = {capture, event->ends};
  return cudaSuccess;
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
  const CapturingStream* stream = find(runtime, *id);
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
  if (find(runtime, *id) != nullptr) {
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

StreamUse use_stream(Runtime& runtime, StreamId stream) {
  if (runtime.graphs().capturing.empty()) {
    return {};
  }
  if (stream == kLegacyStream) {
    return {check_legacy(runtime), nullptr};
  }
  CapturingStream* found = find(runtime, stream);
  const bool invalid = found != nullptr && found->capture->invalid;
  return {invalid ? cudaErrorStreamCaptureInvalidated : cudaSuccess, found};
}

cudaError_t refuse_in_capture(Runtime& runtime, StreamId stream) {
  const StreamUse use = use_stream(runtime, stream);
  return use.error != cudaSuccess || use.capture == nullptr
             ? use.error
             : spoil(runtime, *use.capture->capture, cudaErrorStreamCaptureUnsupported,
                     "the stream is being captured, and this cannot become part of a graph");
}

cudaError_t check_unsafe_call(Runtime& runtime) {
  return spoil_all(
      runtime, [](StreamId, const Capture& capture) { return forbids_unsafe_calls(capture); },
      cudaErrorStreamCaptureUnsupported,
      "a stream is being captured, and this call might wait for work that does not run: allocate, "
      "free and wait before or after, or capture with cudaStreamCaptureModeRelaxed");
}

cudaError_t check_device_wait(Runtime& runtime) {
  return spoil_all(
      runtime, [](StreamId, const Capture&) { return true; }, cudaErrorStreamCaptureUnsupported,
      "a stream is being captured: its work does not run, so nobody can wait for it");
}

cudaError_t check_stream_wait(Runtime& runtime, StreamId stream) {
  if (CapturingStream* own = find(runtime, stream); own != nullptr) {
    return spoil(runtime, *own->capture, cudaErrorStreamCaptureUnsupported,
                 "the stream is being captured: its work does not run, so nobody can wait for it");
  }
  const cudaError_t error = stream == kLegacyStream ? check_legacy(runtime) : cudaSuccess;
  return error == cudaSuccess ? check_unsafe_call(runtime) : error;
}

cudaError_t check_event_wait(Runtime& runtime, const CUevent_st& event) {
  if (event.capture == nullptr) {
    return check_unsafe_call(runtime);
  }
  if (event.capture->ended) {
    runtime.recorder().reason("the event was recorded in a capture that is over; record it anew");
    return cudaErrorInvalidValue;
  }
  return spoil(runtime, *event.capture, cudaErrorCapturedEvent,
               "the event was recorded in a stream that is being captured: it marks a place in the "
               "graph, no time");
}

cudaError_t capture_work(CapturingStream& stream, Work work) {
  CUgraphNode_st* node = add_node(*stream.capture->graph, std::move(work), stream.ends);
  stream.ends.assign(1, node);
  return cudaSuccess;
}

cudaError_t capture_allocation(Runtime& runtime, CapturingStream& stream, void* pointer) {
  if (pointer == nullptr) {
    return cudaSuccess;
  }
  auto memory = std::make_shared<GraphMemory>(address_of(pointer));
  runtime.graphs().memory[memory->address()] = memory;
  return capture_work(stream, MemoryWork{std::move(memory), false});
}

cudaError_t capture_free(Runtime& runtime, CapturingStream& stream, void* pointer) {
  const auto found = runtime.graphs().memory.find(address_of(pointer));
  const std::shared_ptr<GraphMemory> memory =
      found == runtime.graphs().memory.end() ? nullptr : found->second.lock();
  return memory == nullptr ? cudaErrorInvalidValue : capture_work(stream, MemoryWork{memory, true});
}

cudaError_t capture_record(Runtime& runtime, cudaEvent_t event, StreamId stream, unsigned flags,
                           bool& handled) {
  const StreamUse use = use_stream(runtime, stream);
  handled = use.error != cudaSuccess || use.capture != nullptr;
  if (!handled) {
    event->capture.reset();
  }
  if (use.error != cudaSuccess || use.capture == nullptr) {
    return use.error;
  }
  if ((flags & cudaEventRecordExternal) != 0) {
    return capture_work(*use.capture, RecordWork{event});
  }
  event->capture = use.capture->capture;
  event->ends = use.capture->ends;
  return cudaSuccess;
}

cudaError_t capture_wait(Runtime& runtime, StreamId stream, cudaEvent_t event, unsigned flags,
                         bool& handled) {
  handled = true;
  if (const CapturingStream* own = find(runtime, stream); own != nullptr && own->capture->invalid) {
    return cudaErrorStreamCaptureInvalidated;
  }
  if (event->capture != nullptr) {
    return event->capture->ended ? check_event_wait(runtime, *event) : join(runtime, stream, event);
  }
  const StreamUse use = use_stream(runtime, stream);
  if (use.error != cudaSuccess || use.capture == nullptr) {
    handled = use.error != cudaSuccess;
    return use.error;
  }
  if ((flags & cudaEventWaitExternal) != 0) {
    return capture_work(*use.capture, WaitWork{event});
  }
  return !event->recorded
             ? cudaSuccess
             : spoil(runtime, *use.capture->capture, cudaErrorStreamCaptureIsolation,
                     "the stream is being captured, but the event was recorded outside of the "
                     "capture; wait before it begins, or with cudaEventWaitExternal");
}

void leave_capture(Runtime& runtime, StreamId stream) {
  CapturingStream* own = find(runtime, stream);
  if (own == nullptr) {
    return;
  }
  if (own->capture->origin == stream) {
    const std::shared_ptr<Capture> capture = own->capture;
    finish(runtime, capture);  // nobody can end it any more
    return;
  }
  runtime.graphs().capturing.erase(stream);
}

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
    std::swap(*mode, t_mode);
    return cudaSuccess;
  });
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
