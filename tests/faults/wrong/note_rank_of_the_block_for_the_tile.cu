//! Of each tile the first thread is to write, but only the first of the block does: seven of the eight sums stay away. Nothing here is launched with too few rows.
//! expect: note
//! status: 1
//! says: of the 32 bytes that were copied to the host 28 were never written before
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void sums(const int* in, int* out) {
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<8>(block);
  int value = in[block.thread_rank()];
  for (int distance = 4; distance > 0; distance /= 2)
    value += tile.shfl_down(value, distance);
  if (block.thread_rank() == 0)
    out[tile.meta_group_rank()] = value;
}

int main() {
  int host[64], *in, *out;
  for (int i = 0; i < 64; ++i)
    host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, 8 * sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  sums<<<1, 64>>>(in, out);
  cudaMemcpy(host, out, 8 * sizeof(int), cudaMemcpyDeviceToHost);  // fault
  cudaFree(in);
  cudaFree(out);
  return host[1] != 92;
}
