// What is known of a kernel before it runs: its attributes, and how many of its blocks fit.
#include "runtime/base/find_kernel.hpp"

#include <algorithm>
#include <cstring>
#include <string>

namespace warpschool::sim::runtime {

Found find_kernel(Runtime& runtime, const void* function) {
  Found found;
  found.entry = runtime.modules().kernel(function);
  if (found.entry == nullptr) {
    runtime.recorder().reason(
        function == nullptr ? "the kernel is a null pointer"
        : is_exiting()
            ? "the program is ending, and its kernels are gone already"
            : "this is not the address of a kernel (a __global__ function) of the program");
    return {nullptr, nullptr, cudaErrorInvalidDeviceFunction};
  }
  std::string complaint;
  if (!runtime.modules().load(*found.entry->file, runtime.device(), complaint)) {
    runtime.recorder().note(complaint);
    return {found.entry, nullptr, cudaErrorInvalidKernelImage};
  }
  found.info = Device::kernel(*found.entry->file->module, found.entry->name);
  found.error = found.info == nullptr ? cudaErrorInvalidDeviceFunction : cudaSuccess;
  return found;
}

namespace {

/// The most dynamic shared memory a block with which `blocks` still fit on an SM; 0 if they do not.
std::uint64_t available_shared(const DeviceProfile& profile, const KernelInfo& kernel,
                               unsigned blocks, unsigned threads) {
  constexpr std::uint64_t kStep = 128;
  const std::uint64_t most = profile.shared_bytes_per_block_optin / kStep * kStep;
  const unsigned registers = fitting_registers(profile, threads, kernel.registers_per_thread);
  for (std::uint64_t total = most; total >= std::max<std::uint64_t>(kernel.static_shared_bytes, 1);
       total -= kStep) {
    if (occupancy(profile, threads, registers, total).blocks_per_sm >= blocks) {
      return total - kernel.static_shared_bytes;
    }
  }
  return 0;
}

cudaError_t occupancy_of(int* blocks, const void* function, int threads,
                         std::size_t dynamic_shared) {
  return call([&](Runtime& runtime) {
    const Found kernel = find_kernel(runtime, function);
    if (kernel.error != cudaSuccess) {
      return kernel.error;
    }
    if (blocks == nullptr || threads <= 0) {
      return cudaErrorInvalidValue;
    }
    if (static_cast<unsigned>(threads) > kernel.info->max_threads_per_block) {
      *blocks = 0;
      return cudaSuccess;
    }
    const auto in_a_block = static_cast<unsigned>(threads);
    const Occupancy fit = occupancy(
        runtime.profile(), in_a_block,
        fitting_registers(runtime.profile(), in_a_block, kernel.info->registers_per_thread),
        kernel.info->static_shared_bytes + dynamic_shared);
    *blocks = static_cast<int>(fit.blocks_per_sm);
    return cudaSuccess;
  });
}

}  // namespace

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    const Found kernel = find_kernel(runtime, function);
    if (kernel.error != cudaSuccess) {
      return kernel.error;
    }
    if (attributes == nullptr) {
      return cudaErrorInvalidValue;
    }
    const KernelInfo& info = *kernel.info;
    const int version = runtime.profile().compute_major * 10 + runtime.profile().compute_minor;
    std::memset(attributes, 0, sizeof(*attributes));
    attributes->sharedSizeBytes = info.static_shared_bytes;
    attributes->constSizeBytes = info.constant_bytes;
    attributes->localSizeBytes = info.local_bytes_per_thread;
    attributes->maxThreadsPerBlock = static_cast<int>(info.max_threads_per_block);
    attributes->numRegs = static_cast<int>(info.registers_per_thread);
    attributes->ptxVersion = info.ptx_target;
    attributes->binaryVersion = version;
    const std::uint64_t most = runtime.profile().shared_bytes_per_block;
    const std::uint64_t usual = most - std::min<std::uint64_t>(most, info.static_shared_bytes);
    attributes->maxDynamicSharedSizeBytes =
        static_cast<int>(std::max(usual, kernel.entry->dynamic_shared_limit));
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    const Found kernel = find_kernel(runtime, function);
    if (kernel.error != cudaSuccess) {
      return kernel.error;
    }
    if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) {
      return value >= -1 && value <= 100 ? cudaSuccess : cudaErrorInvalidValue;
    }
    const std::uint64_t most = runtime.profile().shared_bytes_per_block_optin;
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
        static_cast<std::uint64_t>(value) + kernel.info->static_shared_bytes > most) {
      return cudaErrorInvalidValue;
    }
    kernel.entry->dynamic_shared_limit = static_cast<std::uint64_t>(value);
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) { return find_kernel(runtime, function).error; });
}

cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) { return find_kernel(runtime, function).error; });
}

cudaError_t cudaFuncGetName(const char** name, const void* function) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    const Found kernel = find_kernel(runtime, function);
    if (kernel.error != cudaSuccess || name == nullptr) {
      return kernel.error != cudaSuccess ? kernel.error : cudaErrorInvalidValue;
    }
    *name = kernel.info->name.c_str();
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                          int threads_per_block,
                                                          size_t dynamic_shared_bytes) {
  WARPSCHOOL_API;
  return occupancy_of(blocks, function, threads_per_block, dynamic_shared_bytes);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks,
                                                                   const void* function,
                                                                   int threads_per_block,
                                                                   size_t dynamic_shared_bytes,
                                                                   unsigned int) {
  WARPSCHOOL_API;
  return occupancy_of(blocks, function, threads_per_block, dynamic_shared_bytes);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* function,
                                                      int blocks, int threads_per_block) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    const Found kernel = find_kernel(runtime, function);
    if (kernel.error != cudaSuccess) {
      return kernel.error;
    }
    if (bytes == nullptr || blocks <= 0 || threads_per_block <= 0) {
      return cudaErrorInvalidValue;
    }
    *bytes = available_shared(runtime.profile(), *kernel.info, static_cast<unsigned>(blocks),
                              static_cast<unsigned>(threads_per_block));
    return cudaSuccess;
  });
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
