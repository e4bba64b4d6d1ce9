/* Launches from kernels, which are not simulated: Thrust and CUB name these functions on paths that no program takes. */
#ifndef WARPSCHOOL_DEVICE_RUNTIME_H
#define WARPSCHOOL_DEVICE_RUNTIME_H

#include "../cuda_runtime_api.h"

static __device__ __inline__ void* cudaGetParameterBuffer(size_t, size_t) { return nullptr; }
static __device__ __inline__ cudaError_t cudaLaunchDevice(void*, void*, dim3, dim3, unsigned int, cudaStream_t) {
  return cudaErrorNotSupported;
}
static __host__ __device__ __inline__ cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance(void) { return cudaErrorNotSupported; }

#endif
