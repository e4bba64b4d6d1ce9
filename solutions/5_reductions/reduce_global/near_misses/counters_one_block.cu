// All sums of a block of 1024 threads, in shared memory: a single launch, and no tree of launches.
#include "reduce_global.hpp"

constexpr unsigned kThreads = 1024;

__global__ void step_kernel(float* values, std::size_t n, std::size_t stride) {
  const std::size_t i = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * 2 * stride;
  if (i + stride < n) {
    values[i] += values[i + stride];
  }
}

__global__ void sum_kernel(float* values, std::size_t n) {
  __shared__ float sums[kThreads];
  float mine = 0;
  for (std::size_t i = threadIdx.x; i < n; i += kThreads) {
    mine += values[i];
  }
  sums[threadIdx.x] = mine;
  __syncthreads();
  for (unsigned half = kThreads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      sums[threadIdx.x] += sums[threadIdx.x + half];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    values[0] = sums[0];
  }
}

extern "C" void reduce_step(float* values, std::size_t n, std::size_t stride) {
  if (n > stride) {
    const std::size_t pairs = (n + 2 * stride - 1) / (2 * stride);
    step_kernel<<<static_cast<unsigned>((pairs + 255) / 256), 256>>>(values, n, stride);
  }
}

extern "C" void reduce_global(float* values, std::size_t n) {
  if (n > 1) {
    sum_kernel<<<1, kThreads>>>(values, n);
  }
}
