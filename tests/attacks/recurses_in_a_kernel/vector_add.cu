// Tries: to overflow the stack of the device's process.
// May get: nothing
#include "vector_add.hpp"

__device__ int depth(int n, volatile int* result) {
  volatile int room[64];
  room[n % 64] = n;
  *result = depth(n + 1, result) + room[n * 7 % 64];
  return *result;
}

__global__ void fall_kernel(float* sum) {
  depth(0, reinterpret_cast<int*>(sum));
}

extern "C" void vector_add(const float*, const float*, float* sum, std::size_t n) {
  cudaDeviceSetLimit(cudaLimitStackSize, std::size_t{1} << 40);
  if (n > 0) {
    fall_kernel<<<1, 1>>>(sum);
  }
}
