// The driver API: memory, streams, events.
#include "runtime/copies/copy_engine.hpp"
#include "runtime/driver_api/driver_api.hpp"

#include <limits>
#include <string>

namespace warpschool::sim::runtime {
namespace {

/// A linear copy under the name of the call.
CUresult copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
              cudaStream_t stream, bool async) {
  return driver([&] {
    return call([&](Runtime& runtime) {
      return copy_now(
          runtime, {{to, bytes}, {from, bytes}, bytes, 1, kind, stream, async, current_call().api});
    });
  });
}

CUresult fill(CUdeviceptr to, const Pattern& pattern, std::size_t count, cudaStream_t stream) {
  return driver([&] {
    return call([&](Runtime& runtime) {
      if (to % pattern.element_bytes != 0 ||
          count > std::numeric_limits<std::size_t>::max() / pattern.element_bytes) {
        return cudaErrorInvalidValue;
      }
      Copy shape;
      shape.width = count * pattern.element_bytes;
      shape.to = {host_form(to), shape.width};
      shape.stream = stream;
      shape.api = current_call().api;
      return fill_now(runtime, shape, pattern);
    });
  });
}

/// @param make allocates, as the runtime does.
template <class Make>
CUresult allocate_with(CUdeviceptr* address, std::size_t bytes, Make&& make) {
  return driver([&] {
    if (address == nullptr || bytes == 0) {
      return call([](Runtime&) { return cudaErrorInvalidValue; });
    }
    void* pointer = nullptr;
    const cudaError_t error = make(&pointer);
    *address = device_pointer(pointer);
    return error;
  });
}

}  // namespace

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

CUresult cuMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaMemGetInfo(free_bytes, total_bytes); });
}

CUresult cuMemAlloc(CUdeviceptr* address, size_t bytes) {
  WARPSCHOOL_DRIVER_API;
  return allocate_with(address, bytes, [&](void** pointer) { return cudaMalloc(pointer, bytes); });
}

CUresult cuMemAllocPitch(CUdeviceptr* address, size_t* pitch, size_t width, size_t height,
                         unsigned int) {
  WARPSCHOOL_DRIVER_API;
  return allocate_with(address, width * height, [&](void** pointer) {
    return cudaMallocPitch(pointer, pitch, width, height);
  });
}

CUresult cuMemAllocManaged(CUdeviceptr* address, size_t bytes, unsigned int flags) {
  WARPSCHOOL_DRIVER_API;
  return allocate_with(address, bytes,
                       [&](void** pointer) { return cudaMallocManaged(pointer, bytes, flags); });
}

CUresult cuMemAllocAsync(CUdeviceptr* address, size_t bytes, CUstream stream) {
  WARPSCHOOL_DRIVER_API;
  return allocate_with(address, bytes,
                       [&](void** pointer) { return cudaMallocAsync(pointer, bytes, stream); });
}

CUresult cuMemAllocHost(void** pointer, size_t bytes) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaMallocHost(pointer, bytes); });
}

CUresult cuMemHostAlloc(void** pointer, size_t bytes, unsigned int flags) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaHostAlloc(pointer, bytes, flags); });
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr* address, void* host, unsigned int flags) {
  WARPSCHOOL_DRIVER_API;
  return allocate_with(
      address, 1, [&](void** pointer) { return cudaHostGetDevicePointer(pointer, host, flags); });
}

CUresult cuMemHostRegister(void* host, size_t bytes, unsigned int flags) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaHostRegister(host, bytes, flags); });
}

CUresult cuMemHostUnregister(void* host) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaHostUnregister(host); });
}

CUresult cuMemFree(CUdeviceptr address) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaFree(host_form(address)); });
}

CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaFreeAsync(host_form(address), stream); });
}

CUresult cuMemFreeHost(void* pointer) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaFreeHost(pointer); });
}

CUresult cuMemGetAddressRange(CUdeviceptr* begin, size_t* bytes, CUdeviceptr address) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] {
    return call([&](Runtime& runtime) {
      const Allocation* held = runtime.memory().find(address);
      if (held == nullptr) {
        return cudaErrorSymbolNotFound;  // what the driver calls not found
      }
      if (begin != nullptr) {
        *begin = held->begin;
      }
      if (bytes != nullptr) {
        *bytes = held->bytes;
      }
      return cudaSuccess;
    });
  });
}

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  WARPSCHOOL_DRIVER_API;
  return copy(host_form(to), host_form(from), bytes, cudaMemcpyDefault, nullptr, false);
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  WARPSCHOOL_DRIVER_API;
  return copy(host_form(to), host_form(from), bytes, cudaMemcpyDefault, stream, true);
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, size_t bytes) {
  WARPSCHOOL_DRIVER_API;
  return copy(host_form(to), from, bytes, cudaMemcpyHostToDevice, nullptr, false);
}

CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, size_t bytes) {
  WARPSCHOOL_DRIVER_API;
  return copy(to, host_form(from), bytes, cudaMemcpyDeviceToHost, nullptr, false);
}

CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  WARPSCHOOL_DRIVER_API;
  return copy(host_form(to), host_form(from), bytes, cudaMemcpyDeviceToDevice, nullptr, false);
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, size_t bytes, CUstream stream) {
  WARPSCHOOL_DRIVER_API;
  return copy(host_form(to), from, bytes, cudaMemcpyHostToDevice, stream, true);
}

CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, size_t bytes, CUstream stream) {
  WARPSCHOOL_DRIVER_API;
  return copy(to, host_form(from), bytes, cudaMemcpyDeviceToHost, stream, true);
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  WARPSCHOOL_DRIVER_API;
  return copy(host_form(to), host_form(from), bytes, cudaMemcpyDeviceToDevice, stream, true);
}

CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t count) {
  WARPSCHOOL_DRIVER_API;
  return fill(to, {value, 1}, count, nullptr);
}

CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, size_t count) {
  WARPSCHOOL_DRIVER_API;
  return fill(to, {value, 2}, count, nullptr);
}

CUresult cuMemsetD32(CUdeviceptr to, unsigned int value, size_t count) {
  WARPSCHOOL_DRIVER_API;
  return fill(to, {value, 4}, count, nullptr);
}

CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream) {
  WARPSCHOOL_DRIVER_API;
  return fill(to, {value, 1}, count, stream);
}

CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream) {
  WARPSCHOOL_DRIVER_API;
  return fill(to, {value, 2}, count, stream);
}

CUresult cuMemsetD32Async(CUdeviceptr to, unsigned int value, size_t count, CUstream stream) {
  WARPSCHOOL_DRIVER_API;
  return fill(to, {value, 4}, count, stream);
}

CUresult cuStreamCreate(CUstream* stream, unsigned int flags) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaStreamCreateWithFlags(stream, flags); });
}

CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned int flags, int priority) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaStreamCreateWithPriority(stream, flags, priority); });
}

CUresult cuStreamDestroy(CUstream stream) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaStreamDestroy(stream); });
}

CUresult cuStreamSynchronize(CUstream stream) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaStreamSynchronize(stream); });
}

CUresult cuStreamQuery(CUstream stream) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaStreamQuery(stream); });
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaStreamWaitEvent(stream, event, flags); });
}

CUresult cuEventCreate(CUevent* event, unsigned int flags) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaEventCreateWithFlags(event, flags); });
}

CUresult cuEventDestroy(CUevent event) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaEventDestroy(event); });
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaEventRecord(event, stream); });
}

CUresult cuEventSynchronize(CUevent event) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaEventSynchronize(event); });
}

CUresult cuEventQuery(CUevent event) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaEventQuery(event); });
}

CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] { return cudaEventElapsedTime(milliseconds, start, end); });
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
