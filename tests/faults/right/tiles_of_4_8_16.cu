// Tiled partitions: sums, ranks and scans of small groups, also where only some tiles take part.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <int N>
__device__ int tile_sum(cg::thread_block_tile<N> tile, int v) {
  for (int d = tile.size() / 2; d > 0; d /= 2)
    v += tile.shfl_down(v, d);
  return tile.shfl(v, 0);
}

__global__ void sums(int* out) {
  auto block = cg::this_thread_block();
  int t = block.thread_rank();
  out[4 * t] = tile_sum<4>(cg::tiled_partition<4>(block), t);
  out[4 * t + 1] = tile_sum<8>(cg::tiled_partition<8>(block), t);
  out[4 * t + 2] = 0;
  if (t / 16 % 2 == 1)
    out[4 * t + 2] = tile_sum<16>(cg::tiled_partition<16>(block), t);
  out[4 * t + 3] = cg::tiled_partition<8>(block).thread_rank();
}

int main() {
  int r[256], *out, wrong = 0;
  cudaMalloc(&out, sizeof r);
  sums<<<1, 64>>>(out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  cudaFree(out);
  for (int t = 0; t < 64; ++t) {
    wrong += r[4 * t] != 4 * (t / 4 * 4) + 6;
    wrong += r[4 * t + 1] != 8 * (t / 8 * 8) + 28;
    wrong += r[4 * t + 2] != (t / 16 % 2 == 1 ? 16 * (t / 16 * 16) + 120 : 0);
    wrong += r[4 * t + 3] != t % 8;
  }
  return wrong;
}
