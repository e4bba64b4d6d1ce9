// Private to capture.cpp and api_capture.cpp: streams that are being captured.
#pragma once

#include "runtime/graphs/capture.hpp"

#include <memory>

namespace warpschool::sim::runtime {

/// The mode that this thread's other calls are in (cudaThreadExchangeStreamCaptureMode).
cudaStreamCaptureMode& thread_capture_mode();
/// nullptr: the stream is not being captured.
CapturingStream* capturing_stream(Runtime& runtime, StreamId stream);
/// Makes the capture one that can only be ended, and says why. Answers `error`.
cudaError_t spoil(Runtime& runtime, Capture& capture, cudaError_t error, const char* why);
/// Its streams are captured no longer.
void finish_capture(Runtime& runtime, const std::shared_ptr<Capture>& capture);
/// Adds those of `more` that `ends` does not have.
void add_ends(NodeList& ends, const NodeList& more);

}  // namespace warpschool::sim::runtime
