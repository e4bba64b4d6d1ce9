// Attributes of streams, kernels by their symbols, and what processes share.
#include "runtime/base/find_kernel.hpp"

#include <cstring>

namespace warpschool::sim::runtime {
namespace {

/// Priorities and windows of the L2 cache are the hints that streams may have.
bool is_stream_attribute(cudaLaunchAttributeID id) {
  return id == cudaLaunchAttributeAccessPolicyWindow ||
         id == cudaLaunchAttributeSynchronizationPolicy || id == cudaLaunchAttributePriority;
}

bool is_valid(const Runtime& runtime, const cudaAccessPolicyWindow& window) {
  const std::size_t most = runtime.profile().l2_bytes;
  return window.num_bytes <= most && window.hitRatio >= 0 && window.hitRatio <= 1 &&
         window.missProp != cudaAccessPropertyPersisting;
}

/// One process has the simulated device: there is nobody to share with.
cudaError_t refuse_sharing() {
  return call([](Runtime& runtime) {
    runtime.recorder().reason("each process has a simulated device of its own");
    return cudaErrorNotSupported;
  });
}

}  // namespace

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue* value) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (runtime.stream_id(stream) == nullptr) {
      return cudaErrorInvalidResourceHandle;
    }
    const bool known = value != nullptr && is_stream_attribute(attribute);
    return known && (attribute != cudaLaunchAttributeAccessPolicyWindow ||
                     is_valid(runtime, value->accessPolicyWindow))
               ? cudaSuccess
               : cudaErrorInvalidValue;
  });
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue* value) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (runtime.stream_id(stream) == nullptr) {
      return cudaErrorInvalidResourceHandle;
    }
    if (value == nullptr || !is_stream_attribute(attribute)) {
      return cudaErrorInvalidValue;
    }
    std::memset(value, 0, sizeof(*value));
    const bool is_default =
        stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
    if (attribute == cudaLaunchAttributePriority && !is_default) {
      value->priority = stream->priority;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    return runtime.stream_id(to) == nullptr || runtime.stream_id(from) == nullptr
               ? cudaErrorInvalidResourceHandle
               : cudaSuccess;
  });
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, const void* symbol) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    const Found kernel = find_kernel(runtime, symbol);
    if (kernel.error != cudaSuccess || function == nullptr) {
      return kernel.error != cudaSuccess ? kernel.error : cudaErrorInvalidValue;
    }
    // Kernels are known by this address, to the driver API too.
    *function = static_cast<cudaFunction_t>(const_cast<void*>(symbol));
    return cudaSuccess;
  });
}

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t*, void*) {
  WARPSCHOOL_API;
  return refuse_sharing();
}

cudaError_t cudaIpcOpenMemHandle(void**, cudaIpcMemHandle_t, unsigned int) {
  WARPSCHOOL_API;
  return refuse_sharing();
}

cudaError_t cudaIpcCloseMemHandle(void*) {
  WARPSCHOOL_API;
  return refuse_sharing();
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t*, cudaEvent_t) {
  WARPSCHOOL_API;
  return refuse_sharing();
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t*, cudaIpcEventHandle_t) {
  WARPSCHOOL_API;
  return refuse_sharing();
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
