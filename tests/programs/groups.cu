// Cooperative groups: blocks, tiles of several sizes, coalesced threads, reductions and scans.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cstdio>

namespace cg = cooperative_groups;

template <unsigned Size>
__device__ int tile_sum(const cg::thread_block& block, int value) {
  auto tile = cg::tiled_partition<Size>(block);
  for (int step = Size / 2; step > 0; step /= 2) value += tile.shfl_down(value, step);
  return tile.shfl(value, 0) * 1000 + tile.meta_group_rank() * 10 + tile.thread_rank() % 10;
}

__global__ void tiles(int* out, float* sums) {
  cg::thread_block block = cg::this_thread_block();
  const unsigned rank = block.thread_rank();
  out[rank] = tile_sum<4>(block, rank);
  out[64 + rank] = tile_sum<16>(block, rank);
  auto half = cg::tiled_partition<16>(cg::tiled_partition<32>(block));
  out[128 + rank] = half.ballot(rank % 3 == 0);
  sums[rank] = cg::reduce(cg::tiled_partition<32>(block), 0.5f * rank, cg::plus<float>());
  out[192 + rank] = cg::inclusive_scan(cg::tiled_partition<8>(block), 1);
  block.sync();
  if (rank % 5 == 2) {
    cg::coalesced_group active = cg::coalesced_threads();
    out[256 + rank] = active.size() * 10000 + active.thread_rank() * 100 + cg::reduce(active, (int)rank, cg::greater<int>());
  }
}

int main() {
  int* out;
  float* sums;
  cudaMallocManaged(&out, 320 * sizeof(int));
  cudaMallocManaged(&sums, 64 * sizeof(float));
  tiles<<<1, dim3(8, 8)>>>(out, sums);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  std::printf("%d %d %d\n", out[0], out[5], out[63]);
  std::printf("%d %d\n", out[64 + 17], out[64 + 63]);
  std::printf("%x %x\n", out[128], out[128 + 63]);
  std::printf("%.1f %.1f\n", sums[0], sums[63]);
  std::printf("%d %d\n", out[192], out[192 + 15]);
  std::printf("%d %d %d\n", out[256 + 2], out[256 + 27], out[256 + 62]);
  cudaFree(out);
  cudaFree(sums);
}
