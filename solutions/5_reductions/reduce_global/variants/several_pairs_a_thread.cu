// A fixed grid whose threads walk over the pairs, in any launch.
#include "reduce_global.hpp"

__global__ void step_kernel(float* values, std::size_t n, std::size_t stride) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x * 2 * stride;
  for (std::size_t i = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * 2 * stride;
       i + stride < n; i += step) {
    values[i] += values[i + stride];
  }
}

extern "C" void reduce_step(float* values, std::size_t n, std::size_t stride) {
  step_kernel<<<132, 512>>>(values, n, stride);
}

extern "C" void reduce_global(float* values, std::size_t n) {
  for (std::size_t stride = 1; stride < n; stride <<= 1) {
    reduce_step(values, n, stride);
  }
}
