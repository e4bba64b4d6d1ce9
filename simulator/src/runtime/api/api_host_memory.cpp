// Pinned memory of the host: its address on the device, its flags, and memory registered as such.
#include "runtime/base/addresses.hpp"
#include "runtime/base/call_site.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/host_memory/registered_memory.hpp"
#include "runtime/report/allocations_made.hpp"

#include <string>

namespace warpschool::sim::runtime {

extern "C" {

cudaError_t cudaHostGetDevicePointer(void** device_pointer, void* host, unsigned int flags) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (flags != 0) {
      return cudaErrorInvalidValue;
    }
    const Allocation* allocation = runtime.memory().find(address_of(host));
    if (device_pointer == nullptr || allocation == nullptr ||
        allocation->kind != AllocationKind::kPinnedHost) {
      runtime.recorder().reason(
          "cudaHostGetDevicePointer: this is no pinned memory; cudaHostAlloc makes such, and "
          "cudaHostRegister turns other memory into it");
      return cudaErrorInvalidValue;
    }
    *device_pointer = host;  // one address for both sides
    return cudaSuccess;
  });
}

cudaError_t cudaHostGetFlags(unsigned int* flags, void* host) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    const Allocation* allocation = runtime.memory().find(address_of(host));
    if (flags == nullptr || allocation == nullptr ||
        allocation->kind != AllocationKind::kPinnedHost) {
      return cudaErrorInvalidValue;
    }
    *flags = runtime.host_blocks().flags(pointer_to(allocation->begin));
    return cudaSuccess;
  });
}

cudaError_t cudaHostRegister(void* host, size_t bytes, unsigned int flags) {
  WARPSCHOOL_API;
  const std::string origin = take_origin();
  return call([&](Runtime& runtime) {
    Memory& memory = runtime.memory();
    if (host == nullptr || bytes == 0 || memory.in_device_window(address_of(host)) ||
        !is_mapped(host, bytes)) {
      return cudaErrorInvalidValue;
    }
    note_freed_registrations(runtime);
    if (memory.find(address_of(host)) != nullptr) {
      return cudaErrorHostMemoryAlreadyRegistered;
    }
    if (memory.adopt_host(host, bytes, AllocationKind::kPinnedHost, origin) == nullptr) {
      return cudaErrorHostMemoryAlreadyRegistered;
    }
    runtime.host_blocks().set_flags(host, flags | cudaHostAllocMapped);
    registered_memory().add(host, bytes, origin);
    return cudaSuccess;
  });
}

cudaError_t cudaHostUnregister(void* host) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    note_freed_registrations(runtime);
    const Allocation* allocation = runtime.memory().find(address_of(host));
    if (allocation == nullptr || allocation->kind != AllocationKind::kPinnedHost ||
        runtime.host_blocks().owns(pointer_to(allocation->begin))) {
      return cudaErrorHostMemoryNotRegistered;
    }
    if (allocation->begin != address_of(host)) {
      runtime.recorder().reason(
          "cudaHostUnregister: the pointer lies inside what was registered; give its beginning");
      return cudaErrorInvalidValue;
    }
    runtime.guard().open({host, pointer_to(allocation->begin + allocation->bytes)});
    note_release(*allocation);
    runtime.memory().release(address_of(host), current_call().return_address);
    registered_memory().remove(host);
    runtime.host_blocks().forget_flags(host);
    return cudaSuccess;
  });
}

}  // extern "C"

}  // namespace warpschool::sim::runtime
