// Bad launches and calls whose errors are caught: a program may try what a device allows.
//! allow: notes
#include <cstdio>

__global__ void nothing() {}

bool fails_with(cudaError_t expected) {
  const cudaError_t error = cudaGetLastError();
  if (error != expected)
    std::printf("%s\n", cudaGetErrorName(error));
  return error == expected;
}

int main() {
  nothing<<<1, 1025>>>();
  if (!fails_with(cudaErrorInvalidConfiguration))
    return 1;
  nothing<<<0, 32>>>();
  if (!fails_with(cudaErrorInvalidConfiguration))
    return 2;
  void* p = nullptr;
  if (cudaMalloc(&p, size_t(1) << 60) != cudaErrorMemoryAllocation)
    return 3;
  cudaGetLastError();
  nothing<<<1, 32>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
