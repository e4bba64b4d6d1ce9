// The device: how many there are (one), what it can do, synchronisation and limits.
#include "runtime/base/device_properties.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/graphs/capture.hpp"

#include <algorithm>
#include <cstring>

namespace warpschool::sim::runtime {
namespace {

constexpr int kCudaVersion = CUDART_VERSION;
/// Local memory a thread can have (CUDA C++ Programming Guide, "Technical Specifications").
constexpr std::size_t kMostStackBytes = 512 << 10;
/// The one device's place on the bus, in the form that cudaDeviceGetPCIBusId gives.
constexpr const char* kPciBusId = "0000:01:00.0";

/// A question about the machine: a lost context still answers it.
template <class F>
cudaError_t ask(F&& body, Callers callers = Callers::kNoHostFunctions) {
  return call(std::forward<F>(body), Sticky::kIgnored, callers);
}

template <class T>
cudaError_t give(T* out, T value) {
  if (out == nullptr) {
    return cudaErrorInvalidValue;
  }
  *out = value;
  return cudaSuccess;
}

cudaError_t synchronise() {
  return call([](Runtime& runtime) {
    if (const cudaError_t error = check_device_wait(runtime); error != cudaSuccess) {
      return error;
    }
    runtime.host_waits_for_all();
    return runtime.synchronised();
  });
}

cudaError_t reset() {
  const cudaError_t error = ask([](Runtime& runtime) {
    runtime.reset();
    return cudaSuccess;
  });
  last_error() = cudaSuccess;
  return error;
}

cudaError_t get_limit(size_t* value, cudaLimit limit) {
  return call([&](Runtime& runtime) {
    const std::size_t* current = runtime.limit(limit);
    return current == nullptr ? cudaErrorInvalidValue : give(value, *current);
  });
}

cudaError_t set_limit(cudaLimit limit, size_t value) {
  return call([&](Runtime& runtime) {
    std::size_t* current = runtime.limit(limit);
    if (current == nullptr || (limit == cudaLimitStackSize && value > kMostStackBytes)) {
      return cudaErrorInvalidValue;
    }
    *current = value;
    if (limit == cudaLimitStackSize) {
      runtime.options().stack_bytes = value;
    }
    if (limit == cudaLimitMallocHeapSize) {
      runtime.options().heap_bytes = value;
    }
    return cudaSuccess;
  });
}

cudaError_t set_cache_config(cudaFuncCache config) {
  return call([&](Runtime&) {
    return config > cudaFuncCachePreferEqual ? cudaErrorInvalidValue : cudaSuccess;
  });
}

cudaError_t get_cache_config(cudaFuncCache* config) {
  return ask([&](Runtime&) { return give(config, cudaFuncCachePreferNone); });
}

}  // namespace

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  WARPSCHOOL_API;
  return ask([&](Runtime&) { return give(count, 1); }, Callers::kAll);
}

cudaError_t cudaGetDevice(int* device) {
  WARPSCHOOL_API;
  return ask([&](Runtime&) { return give(device, 0); });
}

cudaError_t cudaSetDevice(int device) {
  WARPSCHOOL_API;
  return ask([&](Runtime& runtime) {
    if (device != 0) {
      return cudaErrorInvalidDevice;
    }
    runtime.device();  // as of CUDA 12 it makes the primary context
    return cudaSuccess;
  });
}

cudaError_t cudaInitDevice(int device, unsigned int, unsigned int) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (device != 0) {
      return cudaErrorInvalidDevice;
    }
    runtime.device();
    return cudaSuccess;
  });
}

cudaError_t cudaSetValidDevices(int* devices, int count) {
  WARPSCHOOL_API;
  return call([&](Runtime&) {
    if (count < 0 || (count > 0 && devices == nullptr)) {
      return cudaErrorInvalidValue;
    }
    return std::all_of(devices, devices + count, [](int device) { return device == 0; })
               ? cudaSuccess
               : cudaErrorInvalidDevice;
  });
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* properties) {
  WARPSCHOOL_API;
  return ask(
      [&](Runtime&) { return properties == nullptr ? cudaErrorInvalidValue : give(device, 0); });
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
  WARPSCHOOL_API;
  return ask([&](Runtime&) {
    if (device != 0) {
      return cudaErrorInvalidDevice;
    }
    if (text == nullptr || length <= static_cast<int>(std::strlen(kPciBusId))) {
      return cudaErrorInvalidValue;
    }
    std::memcpy(text, kPciBusId, std::strlen(kPciBusId) + 1);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
  WARPSCHOOL_API;
  return ask([&](Runtime&) {
    return text == nullptr || std::strcmp(text, kPciBusId) != 0 ? cudaErrorInvalidValue
                                                                : give(device, 0);
  });
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t* texels, const cudaChannelFormatDesc*,
                                                 int device) {
  WARPSCHOOL_API;
  return ask([&](Runtime& runtime) {
    return device == 0
               ? give(texels,
                      static_cast<std::size_t>(properties_of(runtime.profile()).maxTexture1DLinear))
               : cudaErrorInvalidDevice;
  });
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  WARPSCHOOL_API;
  return call([&](Runtime&) {
    const bool known = (flags & ~cudaDeviceMask) == 0 &&
                       (flags & cudaDeviceScheduleMask) <= cudaDeviceScheduleBlockingSync;
    return known ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  WARPSCHOOL_API;
  return ask([&](Runtime&) { return give(flags, cudaDeviceScheduleAuto | cudaDeviceMapHost); });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  WARPSCHOOL_API;
  return ask(
      [&](Runtime& runtime) {
        return device == 0 ? give(properties, properties_of(runtime.profile()))
                           : cudaErrorInvalidDevice;
      },
      Callers::kAll);
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  WARPSCHOOL_API;
  return ask([&](Runtime& runtime) {
    if (device != 0) {
      return cudaErrorInvalidDevice;
    }
    int found = 0;
    return attribute_of(properties_of(runtime.profile()), attribute, found) ? give(value, found)
                                                                            : cudaErrorInvalidValue;
  });
}

cudaError_t cudaDeviceSynchronize(void) {
  WARPSCHOOL_API;
  return synchronise();
}

cudaError_t cudaDeviceReset(void) {
  WARPSCHOOL_API;
  return reset();
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  WARPSCHOOL_API;
  return get_limit(value, limit);
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  WARPSCHOOL_API;
  return set_limit(limit, value);
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  WARPSCHOOL_API;
  return set_cache_config(config);
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  WARPSCHOOL_API;
  return get_cache_config(config);
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
  WARPSCHOOL_API;
  return call([](Runtime&) { return cudaSuccess; });
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  WARPSCHOOL_API;
  return ask([&](Runtime&) { return give(config, cudaSharedMemBankSizeFourByte); });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  WARPSCHOOL_API;
  return ask([&](Runtime&) {
    give(least, 0);
    return give(greatest, -5);
  });
}

// There is one device, and no device is its own peer.
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  WARPSCHOOL_API;
  return ask(
      [&](Runtime&) { return device == 0 && peer == 0 ? give(can, 0) : cudaErrorInvalidDevice; });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
  WARPSCHOOL_API;
  return call([&](Runtime&) {
    if (peer != 0) {
      return cudaErrorInvalidDevice;
    }
    return flags != 0 ? cudaErrorInvalidValue : cudaErrorPeerAccessUnsupported;
  });
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  WARPSCHOOL_API;
  return call(
      [&](Runtime&) { return peer == 0 ? cudaErrorPeerAccessNotEnabled : cudaErrorInvalidDevice; });
}

cudaError_t cudaDeviceGetP2PAttribute(int*, cudaDeviceP2PAttr, int, int) {
  WARPSCHOOL_API;
  return ask([&](Runtime&) { return cudaErrorInvalidDevice; });
}

cudaError_t cudaCtxResetPersistingL2Cache(void) {
  WARPSCHOOL_API;
  return call([](Runtime&) { return cudaSuccess; });
}

cudaError_t cudaThreadSynchronize(void) {
  WARPSCHOOL_API;
  return synchronise();
}
cudaError_t cudaThreadExit(void) {
  WARPSCHOOL_API;
  return reset();
}
cudaError_t cudaThreadGetLimit(size_t* value, cudaLimit limit) {
  WARPSCHOOL_API;
  return get_limit(value, limit);
}
cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t value) {
  WARPSCHOOL_API;
  return set_limit(limit, value);
}
cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config) {
  WARPSCHOOL_API;
  return set_cache_config(config);
}
cudaError_t cudaThreadGetCacheConfig(cudaFuncCache* config) {
  WARPSCHOOL_API;
  return get_cache_config(config);
}

cudaError_t cudaDriverGetVersion(int* version) {
  WARPSCHOOL_API;
  return ask([&](Runtime&) { return give(version, kCudaVersion); }, Callers::kAll);
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  WARPSCHOOL_API;
  return ask([&](Runtime&) { return give(version, kCudaVersion); }, Callers::kAll);
}

cudaError_t cudaProfilerStart(void) {
  WARPSCHOOL_API;
  return cudaSuccess;
}
cudaError_t cudaProfilerStop(void) {
  WARPSCHOOL_API;
  return cudaSuccess;
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
