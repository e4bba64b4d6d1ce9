// Streams and events that a program names and that are not there.
#pragma once

#include "runtime/core/runtime.hpp"

#include <fmt/format.h>

namespace warpschool::sim::runtime {

inline constexpr const char* kNoEvent =
    "there is no such event: it was never created with cudaEventCreate, or is destroyed";

inline constexpr const char* kNoStream =
    "there is no such stream: it was never created with cudaStreamCreate, or is destroyed";

inline cudaError_t no_handle(Runtime& runtime, const char* why) {
  runtime.recorder().reason(fmt::format("{}: {}", current_call().api, why));
  return cudaErrorInvalidResourceHandle;
}

}  // namespace warpschool::sim::runtime
