// Allocation of device, pinned and managed memory, and what is known of a pointer.
#include "runtime/base/addresses.hpp"
#include "runtime/base/call_site.hpp"
#include "runtime/base/sizes.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/graphs/capture.hpp"
#include "runtime/report/allocations_made.hpp"
#include "warpschool/sim/extension.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <string>

namespace warpschool::sim::runtime {
namespace {

constexpr std::size_t kPitchAlignment = 512;

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
