// Near miss of reduce_shuffle: Right, but all warps of a block go to global memory: an atomicAdd
// each.
#include "reduce_shuffle.hpp"

constexpr unsigned kWarp = 32;                 // lanes in a warp
constexpr unsigned kWarps = 8;                 // warps in a block
constexpr unsigned kThreads = kWarps * kWarp;  // threads in a block

// The sum of value over the 32 lanes of a warp, in lane 0. All lanes must call it.
__device__ float warp_sum(float value) {
  for (unsigned distance = kWarp / 2; distance > 0; distance /= 2) {
    value += __shfl_down_sync(0xffffffffu, value, distance);
  }
  return value;
}

__global__ void warp_sums_kernel(const float* values, std::size_t n, float* sums) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const float sum = warp_sum(i < n ? values[i] : 0);
  if (threadIdx.x % kWarp == 0 && i < n) {
    sums[i / kWarp] = sum;
  }
}

// Adds values[0] + ... + values[n - 1] to *sum, with one atomicAdd a block.
__global__ void reduce_kernel(const float* values, std::size_t n, float* sum) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const float total = warp_sum(i < n ? values[i] : 0);
  if (threadIdx.x % kWarp == 0) {
    atomicAdd(sum, total);
  }
}

static unsigned blocks_for(std::size_t n) {
  return static_cast<unsigned>((n + kThreads - 1) / kThreads);
}

extern "C" void warp_sums(const float* values, std::size_t n, float* sums) {
  if (n > 0) {
    warp_sums_kernel<<<blocks_for(n), kThreads>>>(values, n, sums);
  }
}

extern "C" void reduce_shuffle(const float* values, std::size_t n, float* sum) {
  cudaMemsetAsync(sum, 0, sizeof *sum);
  if (n > 0) {
    reduce_kernel<<<blocks_for(n), kThreads>>>(values, n, sum);
  }
}
