// The reference: correct and as plain as can be. Every thread adds its value or product to the
// result with an atomicAdd.
#include "dot_cooperative.hpp"

__global__ void add_values(const float* values, std::size_t n, float* sums) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&sums[i / 32], values[i]);
  }
}

__global__ void add_products(const float* a, const float* b, std::size_t n, float* dot) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(dot, a[i] * b[i]);
  }
}

extern "C" void tile_sums(const float* values, std::size_t n, float* sums) {
  cudaMemsetAsync(sums, 0, (n + 31) / 32 * sizeof *sums);
  if (n > 0) {
    add_values<<<static_cast<unsigned>((n + 255) / 256), 256>>>(values, n, sums);
  }
}

extern "C" void dot_cooperative(const float* a, const float* b, std::size_t n, float* dot) {
  cudaMemsetAsync(dot, 0, sizeof *dot);
  if (n > 0) {
    add_products<<<static_cast<unsigned>((n + 255) / 256), 256>>>(a, b, n, dot);
  }
}
