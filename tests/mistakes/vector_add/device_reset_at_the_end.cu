// says: vector_add gave back memory that its caller had made, at vector_add.cu:2
// says: or by cudaDeviceReset, which gives back all there is on the device
// omits: freed twice
// omits: in all
#include "vector_add.hpp"

constexpr unsigned kThreads = 256;  // threads in a block

__global__ void add_kernel(const float* a, const float* b, float* sum, std::size_t n) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    sum[i] = a[i] + b[i];
  }
}

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  if (n == 0) {
    return;
  }
  const auto blocks = static_cast<unsigned>((n + kThreads - 1) / kThreads);
  add_kernel<<<blocks, kThreads>>>(a, b, sum, n);
  cudaDeviceSynchronize();
  cudaDeviceReset();
}
