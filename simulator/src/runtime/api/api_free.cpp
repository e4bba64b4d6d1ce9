// Release of device, pinned and managed memory, and what is said of pointers that cannot be
// released.
#include "runtime/base/addresses.hpp"
#include "runtime/base/call_site.hpp"
#include "runtime/base/remote_host.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/graphs/capture.hpp"
#include "runtime/report/allocations_made.hpp"

#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <sys/uio.h>
#include <unistd.h>

namespace warpschool::sim::runtime {
namespace {

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
  if ((allocation->kind == AllocationKind::kPinnedHost) != host) {
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
    const Allocation* freed = runtime.memory().find_freed(address_of(pointer));
    runtime.recorder().host_fault(
        FaultKind::kInvalidFree, fmt::format("{}: {}", current_call().api, why),
        freed == nullptr ? std::nullopt : std::optional(named_with_its_release(*freed)));
    return cudaErrorInvalidValue;
  }
  note_release(*runtime.memory().find(address_of(pointer)));
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

}  // namespace

extern "C" {

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

}  // extern "C"

}  // namespace warpschool::sim::runtime
