// The driver API: modules of PTX, and launches of the kernels in them.
#include "runtime/base/find_kernel.hpp"
#include "runtime/driver_api/driver_api.hpp"
#include "runtime/driver_api/ptx_images.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// A kernel of a module; the runtime knows it by this address.
struct CUfunc_st {
  std::string name;
};

struct CUmod_st {
  warpschool::sim::runtime::PtxFile* file = nullptr;
  std::vector<warpschool::sim::runtime::PtxFile*> parts;  ///< those that were linked, or `file`
  std::vector<std::unique_ptr<CUfunc_st>> functions;
};

namespace warpschool::sim::runtime {
namespace {

/// Under the runtime's lock.
std::unordered_map<CUmodule, std::unique_ptr<CUmod_st>>& modules() {
  static auto& all = *new std::unordered_map<CUmodule, std::unique_ptr<CUmod_st>>;
  return all;
}

void unload(Runtime& runtime, const CUmod_st& module) {
  for (PtxFile* part : module.parts) {
    runtime.unload(part);
  }
}

cudaError_t load(Runtime& runtime, CUmodule* module, const void* image, const std::string& name,
                 const JitLog& log) {
  if (module == nullptr || image == nullptr) {
    return cudaErrorInvalidValue;
  }
  log.write("");
  if (const std::string why = why_not_ptx(image); !why.empty()) {
    log.write(why);
    runtime.recorder().reason(why);
    return cudaErrorNoKernelImageForDevice;
  }
  const std::string text = static_cast<const char*>(image);
  if (text.find(".version") == std::string::npos) {
    return cudaErrorInvalidKernelImage;
  }
  auto made = std::make_unique<CUmod_st>();
  const std::vector<ImagePart> linked = split_image(text);
  for (const ImagePart& part : linked) {
    made->parts.push_back(runtime.modules().add_text(part.text, part.name));
    made->parts.back()->linked_into = made.get();
  }
  if (linked.empty()) {
    made->parts.push_back(runtime.modules().add_text(text, name));
  }
  made->file = made->parts.front();
  std::string complaint;
  if (!runtime.modules().load(*made->file, runtime.device(), complaint)) {
    unload(runtime, *made);
    log.write(complaint);
    runtime.recorder().reason(complaint);
    return cudaErrorInvalidPtx;
  }
  *module = made.get();
  modules()[*module] = std::move(made);
  return cudaSuccess;
}

/// The loaded module behind a handle; nullptr: there is none.
CUmod_st* find_module(Runtime& runtime, CUmodule handle) {
  const auto found = modules().find(handle);
  std::string complaint;
  const bool loaded = found != modules().end() &&
                      runtime.modules().load(*found->second->file, runtime.device(), complaint);
  return loaded ? found->second.get() : nullptr;
}

cudaError_t get_function(Runtime& runtime, CUfunction* function, CUmodule handle,
                         const char* name) {
  CUmod_st* module = find_module(runtime, handle);
  if (module == nullptr || function == nullptr || name == nullptr) {
    return module == nullptr ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue;
  }
  if (Device::kernel(*module->file->module, name) == nullptr) {
    runtime.recorder().reason(
        std::string("the module has no kernel '") + name +
        "'; names of C++ are mangled in PTX: declare the kernel extern \"C\"");
    return cudaErrorSymbolNotFound;
  }
  auto& list = module->functions;
  const auto known =
      std::find_if(list.begin(), list.end(), [&](const auto& held) { return held->name == name; });
  if (known != list.end()) {
    *function = known->get();
    return cudaSuccess;
  }
  list.push_back(std::make_unique<CUfunc_st>(CUfunc_st{name}));
  *function = list.back().get();
  runtime.modules().add_kernel(module->file, *function, name);
  return cudaSuccess;
}

/// From one buffer with all arguments to a pointer for each.
cudaError_t split_arguments(CUfunction function, void** extra, std::vector<void*>& arguments) {
  char* buffer = nullptr;
  std::size_t bytes = 0;
  for (void** at = extra; *at != CU_LAUNCH_PARAM_END; at += 2) {
    if (*at == CU_LAUNCH_PARAM_BUFFER_POINTER) {
      buffer = static_cast<char*>(at[1]);
    } else if (*at == CU_LAUNCH_PARAM_BUFFER_SIZE) {
      bytes = *static_cast<std::size_t*>(at[1]);
    } else {
      return cudaErrorInvalidValue;
    }
  }
  return call([&](Runtime& runtime) {
    const Found kernel = find_kernel(runtime, function);
    if (kernel.error != cudaSuccess) {
      return kernel.error;
    }
    if (buffer == nullptr || bytes != kernel.info->parameter_bytes) {
      runtime.recorder().reason(fmt::format(
          "the buffer has {} bytes, the kernel's parameters {}: count none behind the last one",
          bytes, kernel.info->parameter_bytes));
      return buffer == nullptr ? cudaErrorInvalidValue : cudaErrorLaunchOutOfResources;
    }
    for (const KernelParameter& parameter : kernel.info->parameters) {
      arguments.push_back(buffer + parameter.offset);
    }
    return cudaSuccess;
  });
}

int value_of(const cudaFuncAttributes& all, CUfunction_attribute attribute, bool& known) {
  known = true;
  switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      return all.maxThreadsPerBlock;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      return static_cast<int>(all.sharedSizeBytes);
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
      return static_cast<int>(all.constSizeBytes);
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
      return static_cast<int>(all.localSizeBytes);
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
      return all.numRegs;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
      return all.ptxVersion;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
      return all.binaryVersion;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
      return all.cacheModeCA;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      return all.maxDynamicSharedSizeBytes;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      return all.preferredShmemCarveout;
  }
  known = false;
  return 0;
}

/// The block size with which most threads fit on an SM; the largest of several.
cudaError_t best_block(CUfunction function, CUoccupancyB2DSize shared_bytes_of,
                       std::size_t shared_bytes, int limit, int* grid, int* block) {
  cudaFuncAttributes attributes{};
  cudaDeviceProp properties{};
  cudaError_t error = cudaFuncGetAttributes(&attributes, function);
  if (error == cudaSuccess) {
    error = cudaGetDeviceProperties(&properties, 0);
  }
  const int most =
      limit > 0 ? std::min(limit, attributes.maxThreadsPerBlock) : attributes.maxThreadsPerBlock;
  int best = 0;
  for (int threads = (most + 31) / 32 * 32; error == cudaSuccess && threads > 0; threads -= 32) {
    const int tried = std::min(threads, most);
    const std::size_t bytes = shared_bytes_of == nullptr ? shared_bytes : shared_bytes_of(tried);
    int blocks = 0;
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, tried, bytes);
    if (blocks * tried > best) {
      best = blocks * tried;
      *block = tried;
      *grid = blocks * properties.multiProcessorCount;
    }
  }
  return error;
}

}  // namespace

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

CUresult cuModuleLoad(CUmodule* module, const char* path) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] {
    return call([&](Runtime& runtime) {
      std::ifstream in(path == nullptr ? "" : path, std::ios::binary);
      if (!in) {
        return cudaErrorFileNotFound;
      }
      const std::string text((std::istreambuf_iterator<char>(in)), {});
      return text.size() < 4 ? cudaErrorInvalidKernelImage
                             : load(runtime, module, text.c_str(), path, {});
    });
  });
}

CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] {
    return call(
        [&](Runtime& runtime) { return load(runtime, module, image, "a module in memory", {}); });
  });
}

CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned int count,
                            CUjit_option* options, void** values) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] {
    const JitLog log = log_of(count, options, values);
    return call(
        [&](Runtime& runtime) { return load(runtime, module, image, "a module in memory", log); });
  });
}

CUresult cuModuleUnload(CUmodule module) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] {
    return call([&](Runtime& runtime) {
      const auto found = modules().find(module);
      if (found == modules().end()) {
        return cudaErrorInvalidResourceHandle;
      }
      unload(runtime, *found->second);
      modules().erase(found);
      return cudaSuccess;
    });
  });
}

CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] {
    return call([&](Runtime& runtime) { return get_function(runtime, function, module, name); });
  });
}

CUresult cuModuleGetGlobal(CUdeviceptr* address, size_t* bytes, CUmodule module, const char* name) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] {
    return call([&](Runtime& runtime) {
      const CUmod_st* found = find_module(runtime, module);
      if (found == nullptr || name == nullptr) {
        return found == nullptr ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue;
      }
      const ModuleVariable* variable = Device::variable(*found->file->module, name);
      if (variable == nullptr) {
        return cudaErrorSymbolNotFound;
      }
      if (address != nullptr) {
        *address = variable->address;
      }
      if (bytes != nullptr) {
        *bytes = variable->bytes;
      }
      return cudaSuccess;
    });
  });
}

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] {
    cudaFuncAttributes all{};
    const cudaError_t error = cudaFuncGetAttributes(&all, function);
    bool known = false;
    const int answer = value_of(all, attribute, known);
    if (value == nullptr || !known) {
      return cudaErrorInvalidValue;
    }
    *value = answer;
    return error;
  });
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] {
    return cudaFuncSetAttribute(function, static_cast<cudaFuncAttribute>(attribute), value);
  });
}

CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config) {
  WARPSCHOOL_DRIVER_API;
  return driver(
      [&] { return cudaFuncSetCacheConfig(function, static_cast<cudaFuncCache>(config)); });
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function, int threads,
                                                     size_t shared_bytes) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared_bytes);
  });
}

CUresult cuOccupancyMaxPotentialBlockSize(int* grid, int* block, CUfunction function,
                                          CUoccupancyB2DSize shared_bytes_of, size_t shared_bytes,
                                          int limit) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] {
    return grid == nullptr || block == nullptr
               ? cudaErrorInvalidValue
               : best_block(function, shared_bytes_of, shared_bytes, limit, grid, block);
  });
}

CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                        unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                        unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                        void** arguments, void** extra) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] {
    std::vector<void*> split;
    if (extra != nullptr && arguments != nullptr) {
      return cudaErrorInvalidValue;
    }
    if (extra != nullptr) {
      if (const cudaError_t error = split_arguments(function, extra, split); error != cudaSuccess) {
        return error;
      }
    }
    return cudaLaunchKernel(function, {grid_x, grid_y, grid_z}, {block_x, block_y, block_z},
                            extra != nullptr ? split.data() : arguments, shared_bytes, stream);
  });
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                   unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                   unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                                   void** arguments) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] {
    return cudaLaunchCooperativeKernel(function, {grid_x, grid_y, grid_z},
                                       {block_x, block_y, block_z}, arguments, shared_bytes,
                                       stream);
  });
}

CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaLaunchHostFunc(stream, function, data); });
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
