// Stream capture: turns work into graph nodes, and refuses what cannot be one.
#include "runtime/graphs/capture.hpp"

#include "runtime/graphs/capture_state.hpp"

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

cudaError_t check_legacy(Runtime& runtime) {
  return spoil_all(
      runtime, [&](StreamId id, const Capture&) { return runtime.timeline().is_blocking(id); },
      cudaErrorStreamCaptureImplicit,
      "the default stream would wait for a blocking stream that is being captured; use another "
      "stream, or make the captured one with cudaStreamNonBlocking");
}

cudaError_t join(Runtime& runtime, StreamId stream, cudaEvent_t event) {
  const std::shared_ptr<Capture> capture = event->capture;
  if (CapturingStream* own = capturing_stream(runtime, stream); own != nullptr) {
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
}  // namespace

cudaStreamCaptureMode& thread_capture_mode() {
  return t_mode;
}

CapturingStream* capturing_stream(Runtime& runtime, StreamId stream) {
  auto& capturing = runtime.graphs().capturing;
  const auto found = capturing.find(stream);
  return found == capturing.end() ? nullptr : &found->second;
}

cudaError_t spoil(Runtime& runtime, Capture& capture, cudaError_t error, const char* why) {
  capture.invalid = true;
  runtime.recorder().reason(why);
  return error;
}

void finish_capture(Runtime& runtime, const std::shared_ptr<Capture>& capture) {
  capture->ended = true;
  auto& capturing = runtime.graphs().capturing;
  for (auto at = capturing.begin(); at != capturing.end();) {
    at = at->second.capture == capture ? capturing.erase(at) : std::next(at);
  }
}

void add_ends(NodeList& ends, const NodeList& more) {
  for (CUgraphNode_st* node : more) {
    if (std::find(ends.begin(), ends.end(), node) == ends.end()) {
      ends.push_back(node);
    }
  }
}

StreamUse use_stream(Runtime& runtime, StreamId stream) {
  if (runtime.graphs().capturing.empty()) {
    return {};
  }
  if (stream == kLegacyStream) {
    return {check_legacy(runtime), nullptr};
  }
  CapturingStream* found = capturing_stream(runtime, stream);
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
  if (CapturingStream* own = capturing_stream(runtime, stream); own != nullptr) {
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

MemoryWork allocation_work(Runtime& runtime, void* pointer, std::size_t bytes) {
  auto memory = std::make_shared<GraphMemory>(address_of(pointer), bytes);
  runtime.graphs().memory[memory->address()] = memory;
  return {std::move(memory), false};
}

std::optional<MemoryWork> free_work(Runtime& runtime, const void* pointer) {
  const auto found = runtime.graphs().memory.find(address_of(pointer));
  std::shared_ptr<GraphMemory> memory =
      found == runtime.graphs().memory.end() ? nullptr : found->second.lock();
  return memory == nullptr ? std::nullopt : std::optional(MemoryWork{std::move(memory), true});
}

cudaError_t capture_allocation(Runtime& runtime, CapturingStream& stream, void* pointer,
                               std::size_t bytes) {
  return pointer == nullptr ? cudaSuccess
                            : capture_work(stream, allocation_work(runtime, pointer, bytes));
}

cudaError_t capture_free(Runtime& runtime, CapturingStream& stream, void* pointer) {
  std::optional<MemoryWork> work = free_work(runtime, pointer);
  return work ? capture_work(stream, *std::move(work)) : cudaErrorInvalidValue;
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
  if (const CapturingStream* own = capturing_stream(runtime, stream);
      own != nullptr && own->capture->invalid) {
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
  CapturingStream* own = capturing_stream(runtime, stream);
  if (own == nullptr) {
    return;
  }
  if (own->capture->origin == stream) {
    const std::shared_ptr<Capture> capture = own->capture;
    finish_capture(runtime, capture);  // nobody can end it any more
    return;
  }
  runtime.graphs().capturing.erase(stream);
}

}  // namespace warpschool::sim::runtime
