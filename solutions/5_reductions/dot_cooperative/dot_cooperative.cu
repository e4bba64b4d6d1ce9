// Exercise dot_cooperative: see README.md for the tasks and dot_cooperative.hpp for the interface.
#include "dot_cooperative.hpp"

#include <algorithm>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

constexpr unsigned kTiles = 8;                     // tiles in a block
constexpr unsigned kThreads = kTiles * 32;         // threads in a block
constexpr unsigned kPairs = 4;                     // pairs that a thread takes at a time
constexpr std::size_t kChunk = kThreads * kPairs;  // pairs that a block takes at a time

// 32 threads of a block that lie side by side.
using Tile = cg::thread_block_tile<32, cg::thread_block>;

// The sum of value over the threads of a tile, in each of them. All of the tile must call it.
__device__ float tile_sum(const Tile& tile, float value) {
  // TODO(1): let the tile reduce the values of its threads (about 1 line)
  value = cg::reduce(tile, value, cg::plus<float>());
  // END TODO(1)
  return value;
}

// The sum of value over the threads of a block, in the thread of rank 0. All of the block must call
// it, once.
__device__ float block_sum(const cg::thread_block& block, float value) {
  // TODO(2): part the block into tiles; their sums through shared memory to the first tile, which
  // sums them (about 9 lines)
  __shared__ float sums[kTiles];
  const Tile tile = cg::tiled_partition<32>(block);
  value = tile_sum(tile, value);
  if (tile.thread_rank() == 0) {
    sums[tile.meta_group_rank()] = value;
  }
  block.sync();
  if (tile.meta_group_rank() == 0) {
    value = tile_sum(tile, tile.thread_rank() < kTiles ? sums[tile.thread_rank()] : 0);
  }
  // END TODO(2)
  return value;
}

// The sum over the pairs that fall to this thread: 4 of each chunk that falls to its block, 0 if
// there are none. None of the 8 loads waits for another, so all are under way at the same time.
__device__ float thread_dot(const float* a, const float* b, std::size_t n) {
  float sum = 0;
  for (std::size_t chunk = blockIdx.x * kChunk; chunk < n; chunk += gridDim.x * kChunk) {
    const std::size_t first = chunk + threadIdx.x;
    if (chunk + kChunk <= n) {
#pragma unroll
      for (unsigned k = 0; k < kPairs; ++k) {
        sum += a[first + k * kThreads] * b[first + k * kThreads];
      }
    } else {
      for (std::size_t i = first; i < n; i += kThreads) {
        sum += a[i] * b[i];
      }
    }
  }
  return sum;
}

__global__ void tile_sums_kernel(const float* values, std::size_t n, float* sums) {
  const std::size_t i = cg::this_grid().thread_rank();
  const Tile tile = cg::tiled_partition<32>(cg::this_thread_block());
  const float sum = tile_sum(tile, i < n ? values[i] : 0);
  if (tile.thread_rank() == 31 && i - 31 < n) {  // any thread of the tile has its sum
    sums[i / 32] = sum;
  }
}

// For n that one block can do, a pair a thread: nobody else writes *dot.
__global__ void dot_of_block_kernel(const float* a, const float* b, std::size_t n, float* dot) {
  const cg::thread_block block = cg::this_thread_block();
  const unsigned i = block.thread_rank();
  const float total = block_sum(block, i < n ? a[i] * b[i] : 0);
  if (i == 0) {
    *dot = total;
  }
}

// Adds a[0] * b[0] + ... + a[n - 1] * b[n - 1] to *dot, with one atomicAdd a block.
__global__ void dot_kernel(const float* a, const float* b, std::size_t n, float* dot) {
  // TODO(3): sum this thread's pairs, then the block's, and add the total to *dot (about 5 lines)
  const cg::thread_block block = cg::this_thread_block();
  const float total = block_sum(block, thread_dot(a, b, n));
  if (block.thread_rank() == 0) {
    atomicAdd(dot, total);
  }
  // END TODO(3)
}

// A block for each chunk, but no more than can run at the same time.
static unsigned blocks_for(std::size_t n) {
  int processors = 0;
  int threads_at_once = 0;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  cudaDeviceGetAttribute(&threads_at_once, cudaDevAttrMaxThreadsPerMultiProcessor, 0);
  const std::size_t at_once = std::size_t(processors) * std::size_t(threads_at_once) / kThreads;
  return static_cast<unsigned>(std::min((n + kChunk - 1) / kChunk, at_once));
}

extern "C" void tile_sums(const float* values, std::size_t n, float* sums) {
  if (n > 0) {
    const std::size_t blocks = (n + kThreads - 1) / kThreads;
    tile_sums_kernel<<<static_cast<unsigned>(blocks), kThreads>>>(values, n, sums);
  }
}

extern "C" void dot_cooperative(const float* a, const float* b, std::size_t n, float* dot) {
  if (n <= kThreads) {
    dot_of_block_kernel<<<1, kThreads>>>(a, b, n, dot);
  } else {
    cudaMemsetAsync(dot, 0, sizeof *dot);
    dot_kernel<<<blocks_for(n), kThreads>>>(a, b, n, dot);
  }
}
