// Right, but one thread of each tile sums and sorts for all of it, from global memory.
#include "cooperative_tiles.hpp"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr unsigned kThreads = 256;  // threads in a block

__device__ std::size_t my_index() {
  return static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
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
  const std::size_t first = my_index();
  if (first < n && first % Size == 0) {
    int sum = 0;
    for (std::size_t i = first; i < n && i < first + Size; ++i) {
      sum += values[i];
    }
    sums[first / Size] = sum;
  }
}

template <unsigned Size>
__global__ void sort_kernel(const int* values, std::size_t n, int* sorted) {
  const std::size_t first = my_index();
  if (first < n && first % Size == 0) {
    for (std::size_t i = first; i < n && i < first + Size; ++i) {
      std::size_t place = i;
      for (; place > first && sorted[place - 1] > values[i]; --place) {
        sorted[place] = sorted[place - 1];
      }
      sorted[place] = values[i];
    }
  }
}

__global__ void gather_kernel(const int* values, std::size_t n, int limit, int* out,
                              unsigned* count) {
  const std::size_t i = my_index();
  if (i < n && values[i] > limit) {
    append(values[i], out, count);
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
    gather_kernel<<<blocks_for(n), kThreads>>>(values, n, limit, out, count);
  }
}
