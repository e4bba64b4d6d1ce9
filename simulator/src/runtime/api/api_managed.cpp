// Advice about managed memory. Host and device use one copy here, so that advice changes no result;
// it is remembered where a program can ask for it.
#include "runtime/base/addresses.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/graphs/capture.hpp"

#include <cstring>
#include <string>

namespace warpschool::sim::runtime {
namespace {

bool is_place(int device) {
  return device == 0 || device == cudaCpuDeviceId;
}

/// Managed memory: what prefetches and advice may name. Else says why not.
bool is_migratable(Runtime& runtime, const void* pointer, std::size_t bytes) {
  const Allocation* const held = runtime.memory().find(address_of(pointer));
  if (held == nullptr || held->kind != AllocationKind::kManaged) {
    runtime.recorder().reason(std::string(current_call().api) +
                              ": this is no managed memory; cudaMallocManaged makes such, and "
                              "__managed__ variables lie in it");
    return false;
  }
  if (!held->contains(address_of(pointer), bytes)) {
    runtime.recorder().reason(std::string(current_call().api) +
                              ": the memory has fewer bytes from that address on");
    return false;
  }
  return true;
}

}  // namespace

extern "C" {

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device,
                                 cudaStream_t stream) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (!is_place(device)) {
      return cudaErrorInvalidDevice;
    }
    const StreamId* id = runtime.stream_id(stream);
    if (id == nullptr) {
      return cudaErrorInvalidResourceHandle;
    }
    if (const cudaError_t error = refuse_in_capture(runtime, *id); error != cudaSuccess) {
      return error;
    }
    return is_migratable(runtime, pointer, bytes) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, int device) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy ||
        !is_migratable(runtime, pointer, bytes)) {
      return cudaErrorInvalidValue;
    }
    const bool is_of_a_place = advice >= cudaMemAdviseSetPreferredLocation;
    if (is_of_a_place && !is_place(device)) {
      return cudaErrorInvalidDevice;
    }
    runtime.advise(address_of(pointer), advice, device);
    return cudaSuccess;
  });
}

cudaError_t cudaMemRangeGetAttribute(void* value, size_t value_bytes,
                                     cudaMemRangeAttribute attribute, const void* pointer,
                                     size_t bytes) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (value == nullptr || value_bytes < sizeof(int) ||
        attribute < cudaMemRangeAttributeReadMostly ||
        attribute > cudaMemRangeAttributeLastPrefetchLocation ||
        !is_migratable(runtime, pointer, bytes)) {
      return cudaErrorInvalidValue;
    }
    const int answer = runtime.advice(address_of(pointer), attribute);
    std::memcpy(value, &answer, sizeof(answer));
    return cudaSuccess;
  });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t bytes,
                                     unsigned int flags) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    const StreamId* id = runtime.stream_id(stream);
    if (id == nullptr) {
      return cudaErrorInvalidResourceHandle;
    }
    if (const cudaError_t error = refuse_in_capture(runtime, *id); error != cudaSuccess) {
      return error;
    }
    const bool known =
        flags == cudaMemAttachGlobal || flags == cudaMemAttachHost || flags == cudaMemAttachSingle;
    const Allocation* held = runtime.memory().find(address_of(pointer));
    const bool whole = held != nullptr && held->begin == address_of(pointer) &&
                       (bytes == 0 || bytes == held->bytes);
    return known && whole && held->kind == AllocationKind::kManaged ? cudaSuccess
                                                                    : cudaErrorInvalidValue;
  });
}

}  // extern "C"

}  // namespace warpschool::sim::runtime
