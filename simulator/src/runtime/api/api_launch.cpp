// Launches.
#include "runtime/base/addresses.hpp"
#include "runtime/base/find_kernel.hpp"
#include "runtime/base/launch_rules.hpp"
#include "runtime/base/observer.hpp"
#include "runtime/base/symbol_names.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/core/waiting_host.hpp"
#include "runtime/graphs/capture.hpp"
#include "runtime/graphs/graph_work.hpp"
#include "runtime/host_memory/host_fault.hpp"
#include "runtime/host_memory/host_pages.hpp"
#include "runtime/host_memory/registered_memory.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <vector>

namespace warpschool::sim::runtime {
namespace {

Dim3 extent(const dim3& dim) {
  return {dim.x, dim.y, dim.z};
}

/// More than a number of 32 bits holds is more than any device has.
std::uint32_t at_most_all(std::size_t bytes) {
  return static_cast<std::uint32_t>(
      std::min<std::size_t>(bytes, std::numeric_limits<std::uint32_t>::max()));
}

/// Copies the arguments to where the kernel's parameters lie. How many entries the array has nobody
/// can know: what lies behind its end is taken for an argument, too.
/// @return what is wrong; empty if nothing is.
std::string pack(const KernelInfo& kernel, void** arguments, std::vector<std::byte>& buffer) {
  const std::size_t count = kernel.parameters.size();
  std::vector<void*> entries(count);
  if (count != 0 &&
      (arguments == nullptr || !read_program(entries.data(), arguments, count * sizeof(void*)))) {
    return fmt::format("it has {} parameter{}, but the array of arguments {}", count,
                       count == 1 ? "" : "s", arguments == nullptr ? "is null" : "cannot be read");
  }
  buffer.resize(kernel.parameter_bytes);
  for (std::size_t i = 0; i < count; ++i) {
    const KernelParameter& parameter = kernel.parameters[i];
    if (entries[i] == nullptr ||
        !read_program(buffer.data() + parameter.offset, entries[i], parameter.bytes)) {
      return fmt::format(
          "entry {} of the array of arguments is {}; each of the {} entries is the address of an "
          "argument in host memory, this one of {} bytes",
          i, entries[i] == nullptr ? "null" : "no address that can be read", count,
          parameter.bytes);
    }
  }
  return {};
}

cudaError_t refuse(Runtime& runtime, const KernelEntry& kernel, cudaError_t error,
                   const std::string& why) {
  runtime.recorder().reason(
      fmt::format("the kernel '{}' did not run, because {}", readable_name(kernel.name), why));
  return error;
}

cudaError_t launch_in(Runtime& runtime, StreamId stream, const void* function,
                      const LaunchConfig& config, void** arguments) {
  const StreamUse use = use_stream(runtime, stream);
  if (use.error != cudaSuccess) {
    return use.error;
  }
  PreparedLaunch prepared;
  const cudaError_t error = prepare_launch(runtime, function, config, arguments, prepared);
  if (use.capture == nullptr) {
    return error == cudaSuccess ? run_launch(runtime, prepared, stream) : error;
  }
  if (error != cudaSuccess) {
    use.capture->capture->invalid = true;
    return error;
  }
  return capture_work(*use.capture, kernel_work(runtime, std::move(prepared)));
}

cudaError_t launch(const void* function, const LaunchConfig& config, void** arguments,
                   cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    const StreamId* id = runtime.stream_id(stream);
    if (id == nullptr) {
      runtime.recorder().reason(
          "the stream was never created, or is destroyed: the kernel did not run");
      return cudaErrorInvalidResourceHandle;
    }
    return launch_in(runtime, *id, function, config, arguments);
  });
}

}  // namespace

cudaError_t prepare_launch(Runtime& runtime, const void* function, const LaunchConfig& config,
                           void** arguments, PreparedLaunch& launch) {
  const Found kernel = find_kernel(runtime, function);
  if (kernel.error != cudaSuccess) {
    return kernel.error;
  }
  const LaunchVerdict verdict =
      check_launch(runtime.profile(), *kernel.info, config, kernel.entry->dynamic_shared_limit);
  if (verdict.error != cudaSuccess) {
    return refuse(runtime, *kernel.entry, verdict.error, verdict.why);
  }
  launch = {function, config, {}};
  if (const std::string why = pack(*kernel.info, arguments, launch.arguments); !why.empty()) {
    return refuse(runtime, *kernel.entry, cudaErrorInvalidValue, why);
  }
  return cudaSuccess;
}

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes, cudaStream_t stream) {
  const ApiCall here(launch_site({__func__, __builtin_return_address(0)}));
  return launch(function, {extent(grid), extent(block), at_most_all(shared_bytes), false},
                arguments, stream);
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                        void** arguments, size_t shared_bytes,
                                        cudaStream_t stream) {
  const ApiCall here(launch_site({__func__, __builtin_return_address(0)}));
  return launch(function, {extent(grid), extent(block), at_most_all(shared_bytes), true}, arguments,
                stream);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                void** arguments) {
  const ApiCall here(launch_site({__func__, __builtin_return_address(0)}));
  if (config == nullptr || (config->numAttrs > 0 && config->attrs == nullptr)) {
    return call([](Runtime&) { return cudaErrorInvalidValue; });
  }
  bool cooperative = false;
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    cudaLaunchAttribute attribute;
    if (!read_program(&attribute, config->attrs + i, sizeof(attribute))) {
      return call([](Runtime&) { return cudaErrorInvalidValue; });
    }
    if (attribute.id == cudaLaunchAttributeClusterDimension &&
        (attribute.val.clusterDim.x > 1 || attribute.val.clusterDim.y > 1 ||
         attribute.val.clusterDim.z > 1)) {
      return call([](Runtime& runtime) {
        runtime.recorder().reason("thread block clusters are not simulated");
        return cudaErrorNotSupported;
      });
    }
    cooperative = cooperative || (attribute.id == cudaLaunchAttributeCooperative &&
                                  attribute.val.cooperative != 0);
  }
  return launch(function,
                {extent(config->gridDim), extent(config->blockDim),
                 at_most_all(config->dynamicSmemBytes), cooperative},
                arguments, config->stream);
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
