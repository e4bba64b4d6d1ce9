// Folds the upper half onto the lower one: as many launches, and neighbours stay neighbours.
#include "reduce_global.hpp"

constexpr unsigned kThreads = 128;

__global__ void step_kernel(float* values, std::size_t n, std::size_t stride) {
  const std::size_t i = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * 2 * stride;
  if (i + stride < n) {
    values[i] += values[i + stride];
  }
}

__global__ void fold_kernel(float* values, std::size_t count, std::size_t half) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count - half) {
    values[i] += values[half + i];
  }
}

static unsigned blocks_for(std::size_t threads) {
  return static_cast<unsigned>((threads + kThreads - 1) / kThreads);
}

extern "C" void reduce_step(float* values, std::size_t n, std::size_t stride) {
  if (n > stride) {
    step_kernel<<<blocks_for(n / (2 * stride) + 1), kThreads>>>(values, n, stride);
  }
}

extern "C" void reduce_global(float* values, std::size_t n) {
  for (std::size_t count = n; count > 1; count = (count + 1) / 2) {
    fold_kernel<<<blocks_for(count / 2), kThreads>>>(values, count, (count + 1) / 2);
  }
}
