// The stream-ordered allocator. Work runs when it is asked for, so that memory can be given and
// taken at once; pools keep the settings that programs ask for.
#include "runtime/base/addresses.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/graphs/capture.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace warpschool::sim::runtime {
namespace {

cudaError_t allocate_in_stream(void** pointer, std::size_t bytes, cudaStream_t stream) {
  const std::string origin = take_origin();
  return call([&](Runtime& runtime) {
    const StreamId* id = runtime.stream_id(stream);
    if (id == nullptr) {
      return cudaErrorInvalidResourceHandle;
    }
    const StreamUse use = use_stream(runtime, *id);
    const cudaError_t error =
        use.error != cudaSuccess
            ? use.error
            : allocate_now(runtime, pointer, bytes, AllocationKind::kDevice, origin);
    if (error != cudaSuccess || *pointer == nullptr) {
      return error;
    }
    if (use.capture != nullptr) {
      return capture_allocation(runtime, *use.capture, *pointer, bytes);
    }
    if (!runtime.is_stopped()) {
      runtime.may_change_owner(*id, *runtime.memory().find(address_of(*pointer)));
    }
    return cudaSuccess;
  });
}

/// The switches are ints, the sizes 64-bit numbers (cudaMemPoolSetAttribute).
std::size_t bytes_of(cudaMemPoolAttr attribute) {
  return attribute <= cudaMemPoolReuseAllowInternalDependencies ? sizeof(int)
                                                                : sizeof(std::uint64_t);
}

bool is_attribute(cudaMemPoolAttr attribute) {
  return attribute >= cudaMemPoolReuseFollowEventDependencies &&
         attribute <= cudaMemPoolAttrUsedMemHigh;
}

cudaError_t give_pool(cudaMemPool_t* pool, int device) {
  return call([&](Runtime& runtime) {
    if (device != 0) {
      return cudaErrorInvalidDevice;
    }
    if (pool == nullptr) {
      return cudaErrorInvalidValue;
    }
    *pool = runtime.default_pool();
    return cudaSuccess;
  });
}

}  // namespace

extern "C" {

cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
  WARPSCHOOL_API;
  return allocate_in_stream(pointer, bytes, stream);
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  WARPSCHOOL_API;
  const cudaError_t known = call([&](Runtime& runtime) {
    return runtime.is_pool(pool) ? cudaSuccess : cudaErrorInvalidValue;
  });
  return known == cudaSuccess ? allocate_in_stream(pointer, bytes, stream) : known;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  WARPSCHOOL_API;
  return give_pool(pool, device);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  WARPSCHOOL_API;
  return give_pool(pool, device);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    return device == 0 && runtime.is_pool(pool) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (pool == nullptr || properties == nullptr ||
        properties->allocType != cudaMemAllocationTypePinned || properties->location.id != 0) {
      return cudaErrorInvalidValue;
    }
    *pool = runtime.create_pool();
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    return runtime.destroy_pool(pool) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (!runtime.is_pool(pool) || value == nullptr || !is_attribute(attribute)) {
      return cudaErrorInvalidValue;
    }
    std::memcpy(&pool->attributes[attribute], value, bytes_of(attribute));
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (!runtime.is_pool(pool) || value == nullptr || !is_attribute(attribute)) {
      return cudaErrorInvalidValue;
    }
    std::uint64_t answer = pool->attributes[attribute];
    if (attribute >= cudaMemPoolAttrReservedMemCurrent) {
      answer = std::max<std::uint64_t>(answer, runtime.memory().used_bytes());
    }
    std::memcpy(value, &answer, bytes_of(attribute));
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    return runtime.is_pool(pool) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* list, size_t count) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    const bool right = runtime.is_pool(pool) && (count == 0 || list != nullptr) &&
                       std::all_of(list, list + count, [](const cudaMemAccessDesc& access) {
                         return access.location.id == 0;
                       });
    return right ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 cudaMemLocation* location) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (flags == nullptr || location == nullptr || !runtime.is_pool(pool) || location->id != 0) {
      return cudaErrorInvalidValue;
    }
    *flags = cudaMemAccessFlagsProtReadWrite;
    return cudaSuccess;
  });
}

}  // extern "C"

}  // namespace warpschool::sim::runtime
