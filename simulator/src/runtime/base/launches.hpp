// A launch in two steps. What can be checked and copied is done when the launch is asked for. The
// run itself comes later where the launch is a node of a graph.
#pragma once

#include "runtime/core/runtime.hpp"

#include <cstddef>
#include <vector>

namespace warpschool::sim::runtime {

struct PreparedLaunch {
  const void* function = nullptr;
  LaunchConfig config;
  std::vector<std::byte> arguments;  ///< laid out as the kernel's parameters
};

/// Checks a launch and copies its arguments. @param arguments one pointer each, or null where the
/// kernel has none.
cudaError_t prepare_launch(Runtime& runtime, const void* function, const LaunchConfig& config,
                           void** arguments, PreparedLaunch& launch);

/// Runs it on the device and lays it on the clock. @param saved_us what it need not pay of the
/// launch overhead.
cudaError_t run_launch(Runtime& runtime, const PreparedLaunch& launch, StreamId stream,
                       double saved_us = 0);

}  // namespace warpschool::sim::runtime
