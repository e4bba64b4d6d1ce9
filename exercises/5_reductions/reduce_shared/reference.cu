// The reference: correct and as plain as can be. Every thread adds its value to the result with an
// atomicAdd.
#include "reduce_shared.hpp"

__global__ void add_all(const float* values, std::size_t n, float* sum) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(sum, values[i]);
  }
}

extern "C" void reduce_shared(const float* values, std::size_t n, unsigned threads, float* sum) {
  cudaMemsetAsync(sum, 0, sizeof *sum);
  if (n > 0) {
    add_all<<<static_cast<unsigned>((n + threads - 1) / threads), threads>>>(values, n, sum);
  }
}

extern "C" void sum_of_block(const float* values, unsigned count, float* sum) {
  reduce_shared(values, count, 1024, sum);
}
