// Right, with few atomics, but one warp gathers all.
#include "cooperative_tiles.hpp"

#include <cooperative_groups.h>
#include <limits.h>

namespace cg = cooperative_groups;

constexpr unsigned kThreads = 256;  // threads in a block

__device__ std::size_t my_index() {
  return static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
}

// The sum of value over the threads of the tile, in its thread 0. All threads of the tile call it.
template <class Tile>
__device__ int sum_over(const Tile& tile, int value) {
  for (unsigned distance = tile.size() / 2; distance > 0; distance /= 2) {
    value += tile.shfl_down(value, distance);
  }
  return value;
}

// How many values of the tile come before this thread's in ascending order; of equal values, that
// of the lower rank comes first. All threads of the tile call it.
template <class Tile>
__device__ unsigned place_in(const Tile& tile, int value) {
  unsigned place = 0;
  for (unsigned rank = 0; rank < tile.size(); ++rank) {
    const int other = tile.shfl(value, rank);
    if (other < value || (other == value && rank < tile.thread_rank())) {
      ++place;
    }
  }
  return place;
}

// Puts the value into the next free place of out and counts it, with a single atomicAdd for all
// threads that are here together. May be called by any threads, in any branch.
__device__ void append(int value, int* out, unsigned* count) {
  const auto group = cg::coalesced_threads();
  unsigned first = 0;
  if (group.thread_rank() == 0) {
    first = atomicAdd(count, group.size());
  }
  out[group.shfl(first, 0) + group.thread_rank()] = value;
}

template <unsigned Size>
__global__ void sums_kernel(const int* values, std::size_t n, int* sums) {
  const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  const std::size_t i = my_index();
  const int sum = sum_over(tile, i < n ? values[i] : 0);
  if (i < n && tile.thread_rank() == 0) {
    sums[i / Size] = sum;
  }
}

template <unsigned Size>
__global__ void sort_kernel(const int* values, std::size_t n, int* sorted) {
  const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  const std::size_t i = my_index();
  const int value = i < n ? values[i] : INT_MAX;  // those beyond n come last
  const unsigned place = place_in(tile, value);
  if (i < n) {
    sorted[i - tile.thread_rank() + place] = value;
  }
}

__global__ void gather_kernel(const int* values, std::size_t n, int limit, int* out,
                              unsigned* count) {
  const std::size_t i = my_index();
  for (std::size_t j = i; j < n; j += 32) {
    if (values[j] > limit) {
      append(values[j], out, count);
    }
  }
}

static unsigned blocks_for(std::size_t n) {
  return static_cast<unsigned>((n + kThreads - 1) / kThreads);
}

extern "C" void tile_sums(const int* values, std::size_t n, unsigned size, int* sums) {
  if (n > 0) {
    const auto kernel = size == 4 ? sums_kernel<4> : size == 8 ? sums_kernel<8> : sums_kernel<16>;
    kernel<<<blocks_for(n), kThreads>>>(values, n, sums);
  }
}

extern "C" void sort_tiles(const int* values, std::size_t n, unsigned size, int* sorted) {
  if (n > 0) {
    const auto kernel = size == 4 ? sort_kernel<4> : size == 8 ? sort_kernel<8> : sort_kernel<16>;
    kernel<<<blocks_for(n), kThreads>>>(values, n, sorted);
  }
}

extern "C" void gather_above(const int* values, std::size_t n, int limit, int* out,
                             unsigned* count) {
  cudaMemsetAsync(count, 0, sizeof *count);
  if (n > 0) {
    gather_kernel<<<1, 32>>>(values, n, limit, out, count);
  }
}
