// Tries: to sum by a tree with a barrier a step beside idle blocks that wait for none.
// May get: all but the counters of the first task
#include "trapezoid_block.hpp"

#include <algorithm>

constexpr unsigned kWarp = 32;  // lanes in a warp, and warps in the largest block

// The function to integrate.
__device__ float f(float x) {
  return 4 / (1 + x * x);
}

// The width of one of n trapezoids. All threads of a warp read the same two numbers: the memory
// answers with one sector for all of them.
__device__ float width(const Interval* interval, std::size_t n) {
  return (interval->b - interval->a) / n;
}

// The sum of value over the 32 lanes of a warp, in lane 0. All lanes must call it.
__device__ float warp_sum(float value) {
  for (unsigned distance = kWarp / 2; distance > 0; distance /= 2) {
    value += __shfl_down_sync(0xffffffffu, value, distance);
  }
  return value;
}

// The sum of value over the threads of a block, in thread 0. The block has 1 to 32 whole warps. All
// threads must call it, once.
__device__ float block_sum(float value) {
  __shared__ float sums[kWarp * kWarp];
  sums[threadIdx.x] = value;
  for (unsigned left = blockDim.x; left > 1;) {
    __syncthreads();
    const unsigned half = (left + 1) / 2;
    if (threadIdx.x + half < left) {
      sums[threadIdx.x] += sums[threadIdx.x + half];
    }
    left = half;
  }
  value = sums[0];
  return value;
}

__global__ void sum_of_block_kernel(const float* values, unsigned count, float* sum) {
  if (blockIdx.x > 0) {
    return;
  }
  const float total = block_sum(threadIdx.x < count ? values[threadIdx.x] : 0);
  if (threadIdx.x == 0) {
    *sum = total;
  }
}

// Adds h * f(a + i * h) to *sum for each i from 1 to n - 1, with one atomicAdd a block.
__global__ void inner_points_kernel(const Interval* interval, std::size_t n, double* sum) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  const float h = width(interval, n);
  float mine = 0;
  for (std::size_t i = 1 + std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
    mine += f(interval->a + i * h);
  }
  const float total = block_sum(mine);
  if (threadIdx.x == 0) {
    atomicAdd(sum, static_cast<double>(h) * total);
  }
}

// Stores the share of both ends in *integral. One thread is enough.
__global__ void ends_kernel(const Interval* interval, std::size_t n, double* integral) {
  *integral = width(interval, n) * (f(interval->a) + f(interval->b)) / 2;
}

// The number of blocks of `threads` threads that can run at the same time.
static std::size_t blocks_at_once(unsigned threads) {
  int processors = 0;
  int threads_at_once = 0;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  cudaDeviceGetAttribute(&threads_at_once, cudaDevAttrMaxThreadsPerMultiProcessor, 0);
  return std::size_t(processors) * std::size_t(threads_at_once) / threads;
}

extern "C" void sum_of_block(const float* values, unsigned count, float* sum) {
  const unsigned warps = std::max(1U, (count + kWarp - 1) / kWarp);
  sum_of_block_kernel<<<12, warps * kWarp>>>(values, count, sum);
}

extern "C" void trapezoid_block(const Interval* interval, std::size_t n, unsigned threads,
                                double* integral) {
  ends_kernel<<<1, 1>>>(interval, n, integral);
  const unsigned size = (threads + kWarp - 1) / kWarp * kWarp;
  const std::size_t blocks = std::min((n - 1 + size - 1) / size, blocks_at_once(size));
  if (n > 1) {
    inner_points_kernel<<<static_cast<unsigned>(blocks), size>>>(interval, n, integral);
  }
}
