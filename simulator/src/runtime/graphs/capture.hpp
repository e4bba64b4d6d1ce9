// Capture of streams (CUDA C++ Programming Guide, "Creating a Graph Using Stream Capture"). While a
// stream is being captured, work asked for in it becomes nodes of a graph and does not run.
//
// Streams join a capture by waiting for an event that was recorded in it. What cannot be part of a
// graph, or would wait for work that does not run, is refused and spoils the capture. Which calls
// give which error was compared with an H100.
#pragma once

#include "runtime/graphs/graph.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <thread>
#include <unordered_map>

namespace warpschool::sim::runtime {

/// From cudaStreamBeginCapture to cudaStreamEndCapture.
struct Capture {
  std::uint64_t id = 0;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  std::thread::id thread;
  StreamId origin = 0;
  std::shared_ptr<CUgraph_st> graph;
  bool invalid = false;
  bool ended = false;
};

/// A stream that takes part: what is captured next waits for `ends`.
struct CapturingStream {
  std::shared_ptr<Capture> capture;
  NodeList ends;
};

/// What the runtime keeps of graphs.
struct GraphStore {
  std::map<StreamId, CapturingStream> capturing;
  std::unordered_map<cudaGraph_t, std::shared_ptr<CUgraph_st>> graphs;
  std::unordered_map<cudaGraphExec_t, std::shared_ptr<CUgraphExec_st>> execs;
  std::map<DeviceAddress, std::weak_ptr<GraphMemory>> memory;
  std::uint64_t next_capture = 1;
};

/// How work asked for in a stream is to be treated.
struct StreamUse {
  cudaError_t error = cudaSuccess;
  CapturingStream* capture = nullptr;  ///< not null: to be captured
};
/// Asked before anything is put into a stream. The legacy stream would wait for blocking streams
/// that are being captured: refused.
StreamUse use_stream(Runtime& runtime, StreamId stream);
/// The same for what cannot be captured.
cudaError_t refuse_in_capture(Runtime& runtime, StreamId stream);
/// Asked by calls that may wait for other work, such as cudaMalloc: what is being captured, in the
/// mode it is captured in, may forbid them to this thread.
cudaError_t check_unsafe_call(Runtime& runtime);
/// Waiting for the whole device is never allowed during a capture.
cudaError_t check_device_wait(Runtime& runtime);
/// Before something is asked of a stream's progress.
cudaError_t check_stream_wait(Runtime& runtime, StreamId stream);
/// Before the host asks for an event's state, or waits for it.
cudaError_t check_event_wait(Runtime& runtime, const CUevent_st& event);

cudaError_t capture_work(CapturingStream& stream, Work work);
/// Of memory that was made for a graph: the node that gives it to the work behind it.
MemoryWork allocation_work(Runtime& runtime, void* pointer, std::size_t bytes);
/// The node that takes it back; nothing if no graph speaks of memory there.
std::optional<MemoryWork> free_work(Runtime& runtime, const void* pointer);
/// cudaMallocAsync and cudaFreeAsync. The memory is there from now on until no graph speaks of it.
cudaError_t capture_allocation(Runtime& runtime, CapturingStream& stream, void* pointer,
                               std::size_t bytes);
cudaError_t capture_free(Runtime& runtime, CapturingStream& stream, void* pointer);
/// cudaEventRecord and cudaStreamWaitEvent where one of the two is in a capture; `handled` is false
/// where neither is.
cudaError_t capture_record(Runtime& runtime, cudaEvent_t event, StreamId stream, unsigned flags,
                           bool& handled);
cudaError_t capture_wait(Runtime& runtime, StreamId stream, cudaEvent_t event, unsigned flags,
                         bool& handled);
/// A stream is destroyed.
void leave_capture(Runtime& runtime, StreamId stream);

}  // namespace warpschool::sim::runtime
