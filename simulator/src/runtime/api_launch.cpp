// Launches, and what is known of a kernel before it runs.
#include "runtime/launch_rules.hpp"
#include "runtime/names.hpp"
#include "runtime/runtime.hpp"

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

namespace warpschool::sim::runtime {
namespace {

Dim3 extent(const dim3& dim) {
  return {dim.x, dim.y, dim.z};
}

/// A registered kernel, loaded; `error` says why not.
struct Found {
  KernelEntry* entry = nullptr;
  const KernelInfo* info = nullptr;
  cudaError_t error = cudaSuccess;
};

Found find_kernel(Runtime& runtime, const void* function) {
  Found found;
  found.entry = runtime.modules().kernel(function);
  if (found.entry == nullptr) {
    return {nullptr, nullptr, cudaErrorInvalidDeviceFunction};
  }
  std::string complaint;
  if (!Modules::load(*found.entry->file, runtime.device(), complaint)) {
    runtime.recorder().note(complaint);
    return {found.entry, nullptr, cudaErrorInvalidKernelImage};
  }
  found.info = Device::kernel(*found.entry->file->module, found.entry->name);
  found.error = found.info == nullptr ? cudaErrorInvalidDeviceFunction : cudaSuccess;
  return found;
}

std::vector<std::byte> pack(const KernelInfo& kernel, void** arguments) {
  std::vector<std::byte> buffer(kernel.parameter_bytes);
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const KernelParameter& parameter = kernel.parameters[i];
    std::memcpy(buffer.data() + parameter.offset, arguments[i], parameter.bytes);
  }
  return buffer;
}

cudaError_t launch(const void* function, const LaunchConfig& config, void** arguments,
                   cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    const StreamId* id = runtime.stream_id(stream);
    if (id == nullptr) {
      return cudaErrorInvalidResourceHandle;
    }
    const Found kernel = find_kernel(runtime, function);
    if (kernel.error != cudaSuccess) {
      return kernel.error;
    }
    const LaunchVerdict verdict =
        check_launch(runtime.profile(), *kernel.info, config, kernel.entry->dynamic_shared_limit);
    if (verdict.error != cudaSuccess) {
      runtime.recorder().note("launch refused: " + verdict.why);
      return verdict.error;
    }
    if (runtime.is_stopped()) {
      return cudaSuccess;  // a real device would not run it either; the host learns why when it
                           // synchronises
    }
    const std::vector<std::byte> parameters = pack(*kernel.info, arguments);
    const LaunchOutcome outcome = runtime.device().launch(*kernel.entry->file->module,
                                                          kernel.entry->name, config, parameters);
    runtime.finish_launch(outcome);
    const Interval when = runtime.timeline().run(*id, Engine::kCompute, outcome.time.total_us);
    const std::string name = readable_name(kernel.entry->name);
    runtime.recorder().work({"kernel", name, *id, when, 0});
    runtime.recorder().launch({name, config, outcome.counters, outcome.time});
    return cudaSuccess;
  });
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
    const Occupancy fit = occupancy(runtime.profile(), static_cast<unsigned>(threads),
                                    kernel.info->registers_per_thread,
                                    kernel.info->static_shared_bytes + dynamic_shared);
    *blocks = static_cast<int>(fit.blocks_per_sm);
    return cudaSuccess;
  });
}

}  // namespace

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes, cudaStream_t stream) {
  const ApiCall here(launch_site({__func__, __builtin_return_address(0)}));
  return launch(function,
                {extent(grid), extent(block), static_cast<std::uint32_t>(shared_bytes), false},
                arguments, stream);
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                        void** arguments, size_t shared_bytes,
                                        cudaStream_t stream) {
  const ApiCall here(launch_site({__func__, __builtin_return_address(0)}));
  return launch(function,
                {extent(grid), extent(block), static_cast<std::uint32_t>(shared_bytes), true},
                arguments, stream);
}

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
    attributes->ptxVersion = 70;
    attributes->binaryVersion = version;
    const std::uint64_t usual = runtime.profile().shared_bytes_per_block - info.static_shared_bytes;
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
      return cudaSuccess;
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

cudaError_t cudaFuncSetCacheConfig(const void*, cudaFuncCache) {
  WARPSCHOOL_API;
  return cudaSuccess;
}
cudaError_t cudaFuncSetSharedMemConfig(const void*, cudaSharedMemConfig) {
  WARPSCHOOL_API;
  return cudaSuccess;
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

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
