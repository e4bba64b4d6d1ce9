// The driver API (CUDA Driver API reference) as a layer over the runtime's own functions: what it
// asks of its callers, and its errors.
#pragma once

#include "runtime/core/runtime.hpp"

#include <cuda.h>

/// A context: there is one device, and one address space, so that it is but a handle.
struct CUctx_st {
  unsigned flags = 0;
  bool primary = false;
};

namespace warpschool::sim::runtime {

/// The error of the driver API that means the same.
CUresult driver_error(cudaError_t error);

/// What a call must find: cuInit was called; and a context is current, which the runtime API makes,
/// too. It becomes the answer if it is missing.
enum class Needs { kInit, kContext };
cudaError_t check_driver(Runtime& runtime, Needs needs);

/// Answers a call of the driver API by `body`, which calls the runtime's functions.
template <class Body>
CUresult driver(Body&& body, Needs needs = Needs::kContext) {
  const cudaError_t ready = call([&](Runtime& runtime) { return check_driver(runtime, needs); });
  return driver_error(ready == cudaSuccess ? body() : ready);
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

inline CUdeviceptr device_pointer(const void* pointer) {
  return reinterpret_cast<CUdeviceptr>(pointer);
}
inline void* host_form(CUdeviceptr address) {
  return reinterpret_cast<void*>(address);  // NOLINT(performance-no-int-to-ptr): CUDA's own form
}

}  // namespace warpschool::sim::runtime
