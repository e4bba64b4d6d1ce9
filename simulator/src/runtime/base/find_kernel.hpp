// From the address that a program knows a kernel by to the loaded kernel.
#pragma once

#include "runtime/core/runtime.hpp"

namespace warpschool::sim::runtime {

/// A registered kernel, loaded; `error` says why not.
struct Found {
  KernelEntry* entry = nullptr;
  const KernelInfo* info = nullptr;
  cudaError_t error = cudaSuccess;
};

Found find_kernel(Runtime& runtime, const void* function);

}  // namespace warpschool::sim::runtime
