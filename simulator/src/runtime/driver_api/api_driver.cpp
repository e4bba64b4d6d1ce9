// The driver API: errors, devices, contexts.
#include "runtime/base/device_properties.hpp"
#include "runtime/driver_api/driver_api.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <unordered_map>
#include <vector>

namespace warpschool::sim::runtime {
namespace {

/// Under the runtime's lock.
struct Contexts {
  bool initialised = false;
  unsigned primary_uses = 0;
  CUctx_st primary{0, true};
  std::unordered_map<CUcontext, std::unique_ptr<CUctx_st>> made;
};

Contexts& contexts() {
  static auto& all = *new Contexts;
  return all;
}

thread_local std::vector<CUcontext> t_current;

bool exists(CUcontext context) {
  return context == &contexts().primary || contexts().made.count(context) != 0;
}

/// The runtime API makes the primary context current where none is.
CUcontext current(const Runtime& runtime) {
  if (!t_current.empty()) {
    return t_current.back();
  }
  return runtime.existing_memory() != nullptr ? &contexts().primary : nullptr;
}

const char* name_of(CUresult error) {
  switch (error) {
#define WARPSCHOOL_DRIVER_ERROR(name) \
  case name:                          \
    return #name;
#include "runtime/driver_api/driver_error_names.def"
#undef WARPSCHOOL_DRIVER_ERROR
  }
  return nullptr;
}

/// @param body is given the runtime and answers.
template <class Body>
CUresult locked(Needs needs, Body&& body) {
  return driver([&] { return call(body); }, needs);
}

/// The same for what is asked about a device.
template <class Body>
CUresult of_device(CUdevice device, Body&& body) {
  return locked(Needs::kInit, [&](Runtime& runtime) {
    return device == 0 ? body(runtime) : cudaErrorInvalidDevice;
  });
}

}  // namespace

CUresult driver_error(cudaError_t error) {
  switch (error) {
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidPitchValue:
    case cudaErrorInvalidMemcpyDirection:
      return CUDA_ERROR_INVALID_VALUE;
    case cudaErrorInvalidSymbol:
      return CUDA_ERROR_NOT_FOUND;
    case cudaErrorInvalidDeviceFunction:
      return CUDA_ERROR_INVALID_HANDLE;
    default:
      return name_of(static_cast<CUresult>(error)) != nullptr ? static_cast<CUresult>(error)
                                                              : CUDA_ERROR_UNKNOWN;
  }
}

cudaError_t check_driver(Runtime& runtime, Needs needs) {
  if (!contexts().initialised && runtime.existing_memory() == nullptr) {
    runtime.recorder().reason("the driver API must be initialised: call cuInit(0) first");
    return cudaErrorInitializationError;
  }
  if (needs == Needs::kContext && current(runtime) == nullptr) {
    runtime.recorder().reason(
        "no context is current in this thread: cuCtxCreate, or cuDevicePrimaryCtxRetain and "
        "cuCtxSetCurrent");
    return cudaErrorDeviceUninitialized;
  }
  return cudaSuccess;
}

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

CUresult cuInit(unsigned int flags) {
  WARPSCHOOL_DRIVER_API;
  return driver_error(call([&](Runtime&) {
    contexts().initialised = contexts().initialised || flags == 0;
    return flags == 0 ? cudaSuccess : cudaErrorInvalidValue;
  }));
}

CUresult cuDriverGetVersion(int* version) {
  WARPSCHOOL_DRIVER_API;
  return driver_error(cudaDriverGetVersion(version));
}

CUresult cuGetErrorName(CUresult error, const char** name) {
  if (name == nullptr) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  cudaGetErrorName(static_cast<cudaError_t>(error));  // the program has looked
  *name = name_of(error);
  return *name == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuGetErrorString(CUresult error, const char** text) {
  if (text == nullptr) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  const bool known = name_of(error) != nullptr;
  *text = known ? cudaGetErrorString(static_cast<cudaError_t>(error)) : nullptr;
  return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  WARPSCHOOL_DRIVER_API;
  return of_device(ordinal, [&](Runtime&) {
    if (device == nullptr) {
      return cudaErrorInvalidValue;
    }
    *device = 0;
    return cudaSuccess;
  });
}

CUresult cuDeviceGetCount(int* count) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaGetDeviceCount(count); }, Needs::kInit);
}

CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
  WARPSCHOOL_DRIVER_API;
  return of_device(device, [&](Runtime& runtime) {
    if (name == nullptr || length <= 0) {
      return cudaErrorInvalidValue;
    }
    std::strncpy(name, properties_of(runtime.profile()).name, static_cast<std::size_t>(length));
    name[length - 1] = '\0';
    return cudaSuccess;
  });
}

CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  WARPSCHOOL_DRIVER_API;
  return of_device(device, [&](Runtime& runtime) {
    if (uuid == nullptr) {
      return cudaErrorInvalidValue;
    }
    *uuid = properties_of(runtime.profile()).uuid;
    return cudaSuccess;
  });
}

CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device) {
  WARPSCHOOL_DRIVER_API;
  return of_device(device, [&](Runtime& runtime) {
    if (bytes == nullptr) {
      return cudaErrorInvalidValue;
    }
    *bytes = properties_of(runtime.profile()).totalGlobalMem;
    return cudaSuccess;
  });
}

CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  WARPSCHOOL_DRIVER_API;
  return of_device(device, [&](Runtime& runtime) {
    const bool known =
        value != nullptr && attribute_of(properties_of(runtime.profile()),
                                         static_cast<cudaDeviceAttr>(attribute), *value);
    return known ? cudaSuccess : cudaErrorInvalidValue;
  });
}

CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  WARPSCHOOL_DRIVER_API;
  return of_device(device, [&](Runtime& runtime) {
    if (major == nullptr || minor == nullptr) {
      return cudaErrorInvalidValue;
    }
    const cudaDeviceProp properties = properties_of(runtime.profile());
    *major = properties.major;
    *minor = properties.minor;
    return cudaSuccess;
  });
}

CUresult cuDeviceGetProperties(CUdevprop* properties, CUdevice device) {
  WARPSCHOOL_DRIVER_API;
  return of_device(device, [&](Runtime& runtime) {
    if (properties == nullptr) {
      return cudaErrorInvalidValue;
    }
    const cudaDeviceProp all = properties_of(runtime.profile());
    *properties = {all.maxThreadsPerBlock,
                   {all.maxThreadsDim[0], all.maxThreadsDim[1], all.maxThreadsDim[2]},
                   {all.maxGridSize[0], all.maxGridSize[1], all.maxGridSize[2]},
                   static_cast<int>(all.sharedMemPerBlock),
                   static_cast<int>(all.totalConstMem),
                   all.warpSize,
                   static_cast<int>(all.memPitch),
                   all.regsPerBlock,
                   all.clockRate,
                   static_cast<int>(all.textureAlignment)};
    return cudaSuccess;
  });
}

CUresult cuDeviceGetPCIBusId(char* text, int length, CUdevice device) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaDeviceGetPCIBusId(text, length, device); }, Needs::kInit);
}

CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaDeviceCanAccessPeer(can, device, peer); }, Needs::kInit);
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  WARPSCHOOL_DRIVER_API;
  return of_device(device, [&](Runtime&) {
    if (context == nullptr) {
      return cudaErrorInvalidValue;
    }
    ++contexts().primary_uses;
    *context = &contexts().primary;
    return cudaSuccess;
  });
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  WARPSCHOOL_DRIVER_API;
  return of_device(device, [](Runtime&) {
    if (contexts().primary_uses == 0) {
      return cudaErrorDeviceUninitialized;
    }
    --contexts().primary_uses;
    return cudaSuccess;
  });
}

CUresult cuDevicePrimaryCtxReset(CUdevice device) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return device == 0 ? cudaDeviceReset() : cudaErrorInvalidDevice; },
                Needs::kInit);
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int* flags, int* active) {
  WARPSCHOOL_DRIVER_API;
  return of_device(device, [&](Runtime& runtime) {
    if (flags == nullptr || active == nullptr) {
      return cudaErrorInvalidValue;
    }
    *flags = contexts().primary.flags;
    *active = contexts().primary_uses > 0 || runtime.existing_memory() != nullptr ? 1 : 0;
    return cudaSuccess;
  });
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags) {
  WARPSCHOOL_DRIVER_API;
  return of_device(device, [&](Runtime&) {
    contexts().primary.flags = flags;
    return cudaSuccess;
  });
}

CUresult cuCtxCreate(CUcontext* context, unsigned int flags, CUdevice device) {
  WARPSCHOOL_DRIVER_API;
  return of_device(device, [&](Runtime&) {
    if (context == nullptr) {
      return cudaErrorInvalidValue;
    }
    auto made = std::make_unique<CUctx_st>();
    made->flags = flags;
    *context = made.get();
    contexts().made[*context] = std::move(made);
    t_current.push_back(*context);
    return cudaSuccess;
  });
}

CUresult cuCtxDestroy(CUcontext context) {
  WARPSCHOOL_DRIVER_API;
  return locked(Needs::kInit, [&](Runtime&) {
    if (contexts().made.erase(context) == 0) {
      return cudaErrorDeviceUninitialized;
    }
    if (!t_current.empty() && t_current.back() == context) {
      t_current.pop_back();
    }
    return cudaSuccess;
  });
}

CUresult cuCtxGetCurrent(CUcontext* context) {
  WARPSCHOOL_DRIVER_API;
  return locked(Needs::kInit, [&](Runtime& runtime) {
    if (context == nullptr) {
      return cudaErrorInvalidValue;
    }
    *context = current(runtime);
    return cudaSuccess;
  });
}

CUresult cuCtxSetCurrent(CUcontext context) {
  WARPSCHOOL_DRIVER_API;
  return locked(Needs::kInit, [&](Runtime&) {
    if (context != nullptr && !exists(context)) {
      return cudaErrorDeviceUninitialized;
    }
    if (!t_current.empty()) {
      t_current.pop_back();
    }
    if (context != nullptr) {
      t_current.push_back(context);
    }
    return cudaSuccess;
  });
}

CUresult cuCtxPushCurrent(CUcontext context) {
  WARPSCHOOL_DRIVER_API;
  return locked(Needs::kInit, [&](Runtime&) {
    if (!exists(context)) {
      return cudaErrorDeviceUninitialized;
    }
    t_current.push_back(context);
    return cudaSuccess;
  });
}

CUresult cuCtxPopCurrent(CUcontext* context) {
  WARPSCHOOL_DRIVER_API;
  return locked(Needs::kInit, [&](Runtime&) {
    if (t_current.empty()) {
      return cudaErrorDeviceUninitialized;
    }
    if (context != nullptr) {
      *context = t_current.back();
    }
    t_current.pop_back();
    return cudaSuccess;
  });
}

CUresult cuCtxGetDevice(CUdevice* device) {
  WARPSCHOOL_DRIVER_API;
  return locked(Needs::kContext, [&](Runtime&) {
    if (device == nullptr) {
      return cudaErrorInvalidValue;
    }
    *device = 0;
    return cudaSuccess;
  });
}

CUresult cuCtxGetFlags(unsigned int* flags) {
  WARPSCHOOL_DRIVER_API;
  return locked(Needs::kContext, [&](Runtime& runtime) {
    if (flags == nullptr) {
      return cudaErrorInvalidValue;
    }
    *flags = current(runtime)->flags;
    return cudaSuccess;
  });
}

CUresult cuCtxGetApiVersion(CUcontext, unsigned int* version) {
  WARPSCHOOL_DRIVER_API;
  return locked(Needs::kInit, [&](Runtime&) {
    constexpr unsigned kVersion = 3020;  // of the interface to contexts, since CUDA 3.2
    if (version == nullptr) {
      return cudaErrorInvalidValue;
    }
    *version = kVersion;
    return cudaSuccess;
  });
}

CUresult cuCtxSynchronize(void) {
  WARPSCHOOL_DRIVER_API;
  return driver([] { return cudaDeviceSynchronize(); });
}

CUresult cuCtxGetLimit(size_t* value, CUlimit limit) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaDeviceGetLimit(value, static_cast<cudaLimit>(limit)); });
}

CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaDeviceSetLimit(static_cast<cudaLimit>(limit), value); });
}

CUresult cuCtxSetCacheConfig(CUfunc_cache) {
  WARPSCHOOL_DRIVER_API;
  return driver([] { return cudaSuccess; });
}

CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaDeviceGetStreamPriorityRange(least, greatest); });
}

CUresult cuProfilerStart(void) {
  WARPSCHOOL_DRIVER_API;
  return driver([] { return cudaSuccess; });
}

CUresult cuProfilerStop(void) {
  WARPSCHOOL_DRIVER_API;
  return driver([] { return cudaSuccess; });
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
