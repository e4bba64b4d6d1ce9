// Allocation and release of device, pinned and managed memory.
#include "runtime/base/addresses.hpp"
#include "runtime/base/call_site.hpp"
#include "runtime/base/remote_host.hpp"
#include "runtime/base/sizes.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/graphs/capture.hpp"
#include "runtime/host_memory/registered_memory.hpp"
#include "runtime/report/allocations_made.hpp"
#include "warpschool/sim/extension.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <sys/uio.h>
#include <unistd.h>

namespace warpschool::sim::runtime {
namespace {

constexpr std::size_t kPitchAlignment = 512;

bool is_host_kind(AllocationKind kind) {
  return kind == AllocationKind::kPinnedHost;
}

const Allocation* obtain(Runtime& runtime, std::size_t bytes, AllocationKind kind,
                         const std::string& origin) {
  if (kind == AllocationKind::kDevice) {
    return runtime.memory().allocate(bytes, kind, {}, origin);
  }
  void* block = runtime.host_blocks().allocate(bytes);
  const Allocation* const adopted =
      block == nullptr ? nullptr : runtime.memory().adopt_host(block, bytes, kind, origin);
  if (adopted != nullptr && runtime.memory().follows() &&
      runtime.memory().managed_on_pages().count(adopted->begin) != 0) {
    runtime.memory().begin_tracking_writes(*adopted);
  }
  return adopted;
}

std::size_t aligned_pitch(std::size_t width) {
  return plus(width, kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment;
}

void remember_flags(void* block, unsigned flags) {
  call([&](Runtime& runtime) {
    runtime.host_blocks().set_flags(block, flags);
    return cudaSuccess;
  });
}

/// An argument is refused before anything is looked at.
cudaError_t fail(cudaError_t error) {
  return call([&](Runtime&) { return error; });
}

}  // namespace

cudaError_t allocate_now(Runtime& runtime, void** pointer, std::size_t bytes, AllocationKind kind,
                         const std::string& origin) {
  if (pointer == nullptr) {
    runtime.recorder().reason(
        "the first argument is null: it is the address of the pointer that is to be set, &p");
    return cudaErrorInvalidValue;
  }
  *pointer = nullptr;
  if (bytes == 0) {
    return cudaSuccess;
  }
  const Allocation* allocation = obtain(runtime, bytes, kind, origin);
  if (allocation == nullptr) {
    runtime.recorder().reason(
        fmt::format("no room for {} bytes{}{}", bytes, origin.empty() ? "" : " at ", origin));
    return cudaErrorMemoryAllocation;
  }
  note_allocation(kind);
  if (const std::uint32_t element = next_element_bytes(); element != 0) {
    runtime.memory().set_element(allocation->begin, element);
  }
  *pointer = pointer_to(allocation->begin);
  return cudaSuccess;
}

cudaError_t allocate(void** pointer, std::size_t bytes, AllocationKind kind) {
  const std::string origin = take_origin();
  return call([&](Runtime& runtime) {
    const cudaError_t error = check_unsafe_call(runtime);
    return error == cudaSuccess ? allocate_now(runtime, pointer, bytes, kind, origin) : error;
  });
}

namespace {

cudaError_t allocate_rows(void** pointer, std::size_t pitch, std::size_t rows) {
  const std::string origin = take_origin();
  return call([&](Runtime& runtime) {
    cudaError_t error = check_unsafe_call(runtime);
    if (error == cudaSuccess) {
      error = allocate_now(runtime, pointer, times(pitch, rows), AllocationKind::kDevice, origin);
    }
    if (error == cudaSuccess && *pointer != nullptr) {
      runtime.memory().set_pitch(address_of(*pointer), pitch);
    }
    return error;
  });
}

/// " at x.cu:40"
std::string freed_at(const Allocation& freed) {
  const std::string where =
      freed.freed_from == nullptr ? std::string() : origin_of_call(freed.freed_from);
  return where.empty() ? where : " at " + where;
}

/// Does a variable lie at `pointer` that holds what an allocating call gave? The kernel reads it
/// for us: there may be nothing.
bool holds_an_allocation(const Memory& memory, void* pointer) {
  DeviceAddress held = 0;
  if (RemoteHost* remote = remote_host(); remote != nullptr) {
    if (!remote->read(&held, pointer, sizeof held)) {
      return false;
    }
  } else {
    const iovec to{&held, sizeof held}, from{pointer, sizeof held};
    if (::process_vm_readv(::getpid(), &to, 1, &from, 1, 0) != sizeof held) {
      return false;
    }
  }
  const Allocation* const allocation = memory.find(held);
  return allocation != nullptr && allocation->begin == held;
}

/// Of a pointer to no allocation: it may have been moved to the end of one, or be the address of
/// the right one.
std::string why_unknown(const Memory& memory, void* pointer) {
  const DeviceAddress address = address_of(pointer);
  const std::optional<AllocationRef> near =
      memory.in_device_window(address) ? memory.nearest(address, 1) : std::nullopt;
  if (near) {
    return fmt::format(
        "the pointer lies {} bytes behind the begin of the {}-byte allocation{}{}. "
        "Free the pointer that the allocating call gave, not one that was moved.",
        static_cast<std::int64_t>(address - near->begin), near->bytes,
        near->origin.empty() ? "" : " made at ", near->origin);
  }
  return holds_an_allocation(memory, pointer)
             ? "this is the address of a variable that holds a pointer of the CUDA runtime. Pass "
               "the pointer itself, without '&'."
             : "the pointer does not come from the CUDA runtime. Free memory of malloc with free, "
               "memory of new with delete.";
}

/// Why `pointer` cannot be released by this call; empty if it can.
std::string refusal(Runtime& runtime, void* pointer, bool host) {
  Memory& memory = runtime.memory();
  const Allocation* allocation = memory.find(address_of(pointer));
  if (allocation == nullptr) {
    const Allocation* freed = memory.find_freed(address_of(pointer));
    return freed != nullptr
               ? fmt::format(
                     "{} has been freed already{}: it is freed twice. Free each allocation once, "
                     "and "
                     "set the pointer to nullptr then.",
                     the_allocation(*freed), freed_at(*freed))
               : why_unknown(memory, pointer);
  }
  if (allocation->origin() == kDeviceMalloc) {
    return "this memory was made by malloc or new in a kernel. A kernel has to give it back, with "
           "free or delete.";
  }
  if (allocation->begin != address_of(pointer)) {
    return fmt::format(
        "the pointer lies {} byte{} inside {}. Free the pointer that the allocating "
        "call gave, not one that was moved.",
        address_of(pointer) - allocation->begin,
        address_of(pointer) - allocation->begin == 1 ? "" : "s", the_allocation(*allocation));
  }
  if (is_host_kind(allocation->kind) != host) {
    return fmt::format("{} is {} memory. Release it with {}.", the_allocation(*allocation),
                       host ? "device" : "pinned host", host ? "cudaFree" : "cudaFreeHost");
  }
  if (host && !runtime.host_blocks().owns(pointer)) {
    return "this memory was registered, not allocated. cudaHostUnregister ends that.";
  }
  return {};
}

/// Ends an allocation, or says why it cannot be ended by this call.
cudaError_t give_back(Runtime& runtime, void* pointer, bool host) {
  const std::string why = refusal(runtime, pointer, host);
  if (!why.empty()) {
    runtime.recorder().host_fault(FaultKind::kInvalidFree,
                                  fmt::format("{}: {}", current_call().api, why));
    return cudaErrorInvalidValue;
  }
  runtime.memory().release(address_of(pointer), current_call().return_address);
  runtime.host_blocks().release(pointer);
  return cudaSuccess;
}

/// Device memory that a stream gives back; the host does not wait.
cudaError_t release_in_stream(void* pointer, cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    const StreamId* id = runtime.stream_id(stream);
    if (id == nullptr) {
      return cudaErrorInvalidResourceHandle;
    }
    const StreamUse use = use_stream(runtime, *id);
    if (use.error != cudaSuccess || use.capture != nullptr) {
      return use.error != cudaSuccess ? use.error : capture_free(runtime, *use.capture, pointer);
    }
    if (pointer == nullptr || runtime.is_stopped()) {
      return cudaSuccess;
    }
    const Allocation* const freed = runtime.memory().find(address_of(pointer));
    if (freed != nullptr && refusal(runtime, pointer, false).empty() &&
        !runtime.may_change_owner(*id, *freed)) {
      return cudaSuccess;  // the race is told when somebody waits
    }
    return give_back(runtime, pointer, false);
  });
}

/// Releases what cudaMalloc, cudaMallocManaged (`host` false) or cudaMallocHost (`host` true) gave.
cudaError_t release(void* pointer, bool host) {
  return call([&](Runtime& runtime) {
    if (const cudaError_t error = check_unsafe_call(runtime); error != cudaSuccess) {
      return error;
    }
    runtime.host_waits_for_all();
    const cudaError_t error = runtime.synchronised();
    if (error != cudaSuccess) {
      return error;
    }
    runtime.device();  // cudaFree(0) is how programs make the primary context
    return pointer == nullptr ? cudaSuccess : give_back(runtime, pointer, host);
  });
}

cudaMemoryType type_of(AllocationKind kind) {
  switch (kind) {
    case AllocationKind::kManaged:
      return cudaMemoryTypeManaged;
    case AllocationKind::kPinnedHost:
      return cudaMemoryTypeHost;
    case AllocationKind::kDevice:
    case AllocationKind::kModuleGlobal:
    case AllocationKind::kModuleConst:
      break;
  }
  return cudaMemoryTypeDevice;
}

}  // namespace

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

void warpschool_sim_next_origin(const char* file, int line, size_t element_bytes) {
  set_next_origin(file, line, element_bytes);
}

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  WARPSCHOOL_API;
  return allocate(pointer, bytes, AllocationKind::kDevice);
}

cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
  WARPSCHOOL_API;
  return allocate(pointer, bytes, AllocationKind::kPinnedHost);
}

cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned int flags) {
  WARPSCHOOL_API;
  constexpr unsigned kKnown =
      cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
  if ((flags & ~kKnown) != 0) {
    return fail(cudaErrorInvalidValue);
  }
  const cudaError_t error = allocate(pointer, bytes, AllocationKind::kPinnedHost);
  if (error == cudaSuccess && *pointer != nullptr) {
    // All pinned memory is mapped where host and device share one range of addresses.
    remember_flags(*pointer, flags | cudaHostAllocMapped);
  }
  return error;
}

cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned int flags) {
  WARPSCHOOL_API;
  if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) {
    return fail(cudaErrorInvalidValue);
  }
  return allocate(pointer, bytes, AllocationKind::kManaged);
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  WARPSCHOOL_API;
  if (pitch == nullptr) {
    return fail(cudaErrorInvalidValue);
  }
  *pitch = aligned_pitch(width);  // 0 for rows of no bytes
  return allocate_rows(pointer, *pitch, height);
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
  WARPSCHOOL_API;
  if (pointer == nullptr) {
    return fail(cudaErrorInvalidValue);
  }
  const std::size_t pitch = aligned_pitch(extent.width);
  *pointer = {nullptr, pitch, extent.width, extent.height};
  return allocate_rows(&pointer->ptr, pitch, times(extent.height, extent.depth));
}

cudaError_t cudaFree(void* pointer) {
  WARPSCHOOL_API;
  return release(pointer, false);
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  WARPSCHOOL_API;
  return release_in_stream(pointer, stream);
}
cudaError_t cudaFreeHost(void* pointer) {
  WARPSCHOOL_API;
  return release(pointer, true);
}

cudaError_t cudaHostGetDevicePointer(void** device_pointer, void* host, unsigned int flags) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (flags != 0) {
      return cudaErrorInvalidValue;
    }
    const Allocation* allocation = runtime.memory().find(address_of(host));
    if (device_pointer == nullptr || allocation == nullptr || !is_host_kind(allocation->kind)) {
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
    if (flags == nullptr || allocation == nullptr || !is_host_kind(allocation->kind)) {
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
    runtime.memory().release(address_of(host), current_call().return_address);
    registered_memory().remove(host);
    runtime.host_blocks().forget_flags(host);
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (free_bytes == nullptr || total_bytes == nullptr) {
      return cudaErrorInvalidValue;
    }
    *total_bytes = runtime.memory().capacity_bytes();
    *free_bytes = *total_bytes - runtime.memory().used_bytes();
    return cudaSuccess;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  WARPSCHOOL_API;
  return call(
      [&](Runtime& runtime) {
        if (attributes == nullptr) {
          return cudaErrorInvalidValue;
        }
        const Allocation* allocation = runtime.memory().find(address_of(pointer));
        *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr,
                       const_cast<void*>(pointer)};
        if (allocation != nullptr) {
          void* address = const_cast<void*>(pointer);
          const cudaMemoryType type = type_of(allocation->kind);
          *attributes = {type, 0, address, type == cudaMemoryTypeDevice ? nullptr : address};
        }
        return cudaSuccess;
      },
      Sticky::kIgnored);
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
