// The driver API: its begin (cuInit), and contexts.
#include "runtime/driver_api/driver_api.hpp"

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

}  // namespace

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
