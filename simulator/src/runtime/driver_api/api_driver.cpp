// The driver API: errors and devices.
#include "runtime/base/device_properties.hpp"
#include "runtime/driver_api/driver_api.hpp"

#include <cstring>

namespace warpschool::sim::runtime {
namespace {

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

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

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

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
