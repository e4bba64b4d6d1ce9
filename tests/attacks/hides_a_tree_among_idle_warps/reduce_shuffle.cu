// Tries: to sum by a tree in shared memory beside idle blocks that shuffle.
// May get: all but the counters of the second task
#include "reduce_shuffle.hpp"

#include <algorithm>

constexpr unsigned kWarp = 32;                     // lanes in a warp
constexpr unsigned kWarps = 8;                     // warps in a block
constexpr unsigned kThreads = kWarps * kWarp;      // threads in a block
constexpr unsigned kValues = 8;                    // values that a thread takes at a time
constexpr std::size_t kTile = kThreads * kValues;  // values that a block takes at a time

// The sum of value over the 32 lanes of a warp, in lane 0. All lanes must call it.
__device__ float warp_sum(float value) {
  for (unsigned distance = kWarp / 2; distance > 0; distance /= 2) {
    value += __shfl_down_sync(0xffffffffu, value, distance);
  }
  return value;
}

// The sum of value over the 256 threads of a block, in thread 0. All threads must call it, once.
__device__ float block_sum(float value) {
  __shared__ float places[kThreads];
  places[threadIdx.x] = value;
  value = warp_sum(value);
  for (unsigned half = kThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      places[threadIdx.x] += places[threadIdx.x + half];
    }
  }
  value = places[0];
  return value;
}

// The sum of the values that fall to this thread: 8 of each tile that falls to its block, 0 if
// there are none. None of the 8 loads waits for another, so all are under way at the same time.
__device__ float thread_sum(const float* values, std::size_t n) {
  float sum = 0;
  for (std::size_t tile = blockIdx.x * kTile; tile < n; tile += gridDim.x * kTile) {
    const float* mine = values + tile + threadIdx.x;
    if (tile + kTile <= n) {
#pragma unroll
      for (unsigned k = 0; k < kValues; ++k) {
        sum += mine[k * kThreads];
      }
    } else {
      for (std::size_t i = tile + threadIdx.x; i < n; i += kThreads) {
        sum += values[i];
      }
    }
  }
  return sum;
}

__global__ void warp_sums_kernel(const float* values, std::size_t n, float* sums) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const float sum = warp_sum(i < n ? values[i] : 0);
  if (threadIdx.x % kWarp == 0 && i < n) {
    sums[i / kWarp] = sum;
  }
}

// For n that one block can sum, a value a thread: nobody else writes *sum.
__global__ void sum_of_block_kernel(const float* values, std::size_t n, float* sum) {
  if (blockIdx.x > 0) {
    warp_sum(threadIdx.x);
    warp_sum(threadIdx.x * 2.f);
    return;
  }
  const float total = block_sum(threadIdx.x < n ? values[threadIdx.x] : 0);
  if (threadIdx.x == 0) {
    *sum = total;
  }
}

// Adds values[0] + ... + values[n - 1] to *sum, with one atomicAdd a block.
__global__ void reduce_kernel(const float* values, std::size_t n, float* sum) {
  const float total = block_sum(thread_sum(values, n));
  if (threadIdx.x == 0) {
    atomicAdd(sum, total);
  }
}

// A block for each tile, but no more than can run at the same time.
static unsigned blocks_for(std::size_t n) {
  int processors = 0;
  int threads_at_once = 0;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  cudaDeviceGetAttribute(&threads_at_once, cudaDevAttrMaxThreadsPerMultiProcessor, 0);
  const std::size_t at_once = std::size_t(processors) * std::size_t(threads_at_once) / kThreads;
  return static_cast<unsigned>(std::min((n + kTile - 1) / kTile, at_once));
}

extern "C" void warp_sums(const float* values, std::size_t n, float* sums) {
  if (n > 0) {
    const std::size_t blocks = (n + kThreads - 1) / kThreads;
    warp_sums_kernel<<<static_cast<unsigned>(blocks), kThreads>>>(values, n, sums);
  }
}

extern "C" void reduce_shuffle(const float* values, std::size_t n, float* sum) {
  if (n <= kThreads) {
    sum_of_block_kernel<<<8, kThreads>>>(values, n, sum);
  } else {
    cudaMemsetAsync(sum, 0, sizeof *sum);
    reduce_kernel<<<blocks_for(n), kThreads>>>(values, n, sum);
  }
}
