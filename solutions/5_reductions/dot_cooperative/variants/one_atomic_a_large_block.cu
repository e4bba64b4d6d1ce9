// One pair a thread in blocks of 512, without the reduction of the library.
#include "dot_cooperative.hpp"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

template <class Group>
__device__ float sum_of(const Group& group, float value) {
#pragma unroll
  for (unsigned distance = group.size() / 2; distance > 0; distance /= 2) {
    value += group.shfl_down(value, distance);
  }
  return value;
}

__global__ void tiles(const float* values, std::size_t n, float* sums) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const float sum = sum_of(tile, i < n ? values[i] : 0);
  if (tile.thread_rank() == 0 && i < n) {
    sums[i / 32] = sum;
  }
}

__global__ void products(const float* a, const float* b, std::size_t n, float* dot) {
  __shared__ float sums[16];
  const auto block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<32>(block);
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  float value = sum_of(tile, i < n ? a[i] * b[i] : 0);
  if (tile.thread_rank() == 0) {
    sums[tile.meta_group_rank()] = value;
  }
  block.sync();
  if (block.thread_rank() < 16) {
    value = sum_of(cg::coalesced_threads(), sums[block.thread_rank()]);
    if (block.thread_rank() == 0) {
      atomicAdd(dot, value);
    }
  }
}

extern "C" void tile_sums(const float* values, std::size_t n, float* sums) {
  if (n > 0) {
    tiles<<<static_cast<unsigned>((n + 511) / 512), 512>>>(values, n, sums);
  }
}

extern "C" void dot_cooperative(const float* a, const float* b, std::size_t n, float* dot) {
  cudaMemset(dot, 0, sizeof *dot);
  if (n > 0) {
    products<<<static_cast<unsigned>((n + 511) / 512), 512>>>(a, b, n, dot);
  }
}
