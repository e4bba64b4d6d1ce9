/* The allocator that CUB's own programs use: here each call goes to the runtime, which is quick enough. */
#ifndef WARPSCHOOL_CUB_ALLOCATOR_H
#define WARPSCHOOL_CUB_ALLOCATOR_H

#include "base.h"

namespace cub {

struct CachingDeviceAllocator {
  CachingDeviceAllocator(bool = false, bool = false) {}
  CachingDeviceAllocator(unsigned, unsigned = 1, unsigned = ~0u, size_t = ~size_t(0), bool = false, bool = false) {}
  cudaError_t DeviceAllocate(void** pointer, size_t bytes, cudaStream_t = 0) { return cudaMalloc(pointer, bytes); }
  cudaError_t DeviceAllocate(int, void** pointer, size_t bytes, cudaStream_t = 0) { return cudaMalloc(pointer, bytes); }
  cudaError_t DeviceFree(void* pointer) { return cudaFree(pointer); }
  cudaError_t DeviceFree(int, void* pointer) { return cudaFree(pointer); }
  cudaError_t FreeAllCached() { return cudaSuccess; }
};

}  // namespace cub

#endif
