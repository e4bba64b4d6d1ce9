// Cooperative groups in place of the built-in shuffles.
#include "reduce_shuffle.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__device__ float warp_sum(float value) {
  return cg::reduce(cg::tiled_partition<32>(cg::this_thread_block()), value, cg::plus<float>());
}

__global__ void warp_sums_kernel(const float* values, std::size_t n, float* sums) {
  const std::size_t i = cg::this_grid().thread_rank();
  const float sum = warp_sum(i < n ? values[i] : 0);
  if (i % 32 == 0 && i < n) {
    sums[i / 32] = sum;
  }
}

__global__ void reduce_kernel(const float* values, std::size_t n, float* sum) {
  __shared__ float sums[32];
  const auto grid = cg::this_grid();
  const auto block = cg::this_thread_block();
  float mine = 0;
  for (std::size_t i = grid.thread_rank(); i < n; i += grid.size()) {
    mine += values[i];
  }
  mine = warp_sum(mine);
  if (block.thread_rank() % 32 == 0) {
    sums[block.thread_rank() / 32] = mine;
  }
  block.sync();
  if (block.thread_rank() < 32) {
    mine = warp_sum(block.thread_rank() < block.size() / 32 ? sums[block.thread_rank()] : 0);
    if (block.thread_rank() == 0) {
      atomicAdd(sum, mine);
    }
  }
}

extern "C" void warp_sums(const float* values, std::size_t n, float* sums) {
  if (n > 0) {
    warp_sums_kernel<<<static_cast<unsigned>((n + 511) / 512), 512>>>(values, n, sums);
  }
}

extern "C" void reduce_shuffle(const float* values, std::size_t n, float* sum) {
  cudaMemsetAsync(sum, 0, sizeof *sum);
  reduce_kernel<<<264, 512>>>(values, n, sum);
}
