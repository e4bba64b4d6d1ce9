// What a device refuses to launch, and which error a program gets for what went wrong in a kernel.
#pragma once

#include "warpschool/sim/device.hpp"

#include <cuda_runtime_api.h>

#include <string>

namespace warpschool::sim::runtime {

/// A refusal: the error a real device returns and the reason in words; cudaSuccess where nothing is
/// wrong.
struct LaunchVerdict {
  cudaError_t error = cudaSuccess;
  std::string why;
};

/// @param dynamic_limit what cudaFuncSetAttribute allowed for this kernel; 0: nothing was set.
LaunchVerdict check_launch(const DeviceProfile& profile, const KernelInfo& kernel,
                           const LaunchConfig& config, std::uint64_t dynamic_limit);

/// The sticky error of a fault.
cudaError_t error_of(FaultKind kind);

}  // namespace warpschool::sim::runtime
