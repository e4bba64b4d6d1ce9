// A dot product with thread_block, tiled_partition<32> and cg::reduce.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void dot(const int* a, const int* b, int n, int* out) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  __shared__ int total;
  if (block.thread_rank() == 0)
    total = 0;
  block.sync();
  int i = block.group_index().x * block.size() + block.thread_rank();
  int v = i < n ? a[i] * b[i] : 0;
  v = cg::reduce(warp, v, cg::plus<int>());
  if (warp.thread_rank() == 0)
    atomicAdd(&total, v);
  cg::sync(block);
  if (block.thread_rank() == 0)
    atomicAdd(out, total);
}

int main() {
  const int n = 300;
  int h[n], *a, *b, *out, result = 0, expected = 0;
  for (int i = 0; i < n; ++i)
    h[i] = i % 10, expected += h[i] * h[i];
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof(int));
  dot<<<3, 128>>>(a, b, n, out);
  cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(out);
  return result == expected ? 0 : 1;
}
