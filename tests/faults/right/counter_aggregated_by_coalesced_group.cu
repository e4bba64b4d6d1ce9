// In a divergent branch the active lanes form a group and one of them counts for all.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int next_place(int* counter) {
  cg::coalesced_group active = cg::coalesced_threads();
  int first = 0;
  if (active.thread_rank() == 0)
    first = atomicAdd(counter, active.size());
  return active.shfl(first, 0) + active.thread_rank();
}

__global__ void filter(const int* in, int n, int* out, int* counter) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 50)
    out[next_place(counter)] = in[i];
}

int main() {
  int h[100], *in, *out, *counter, kept = 0, sum = 0;
  for (int i = 0; i < 100; ++i)
    h[i] = i;
  cudaMalloc(&in, sizeof h), cudaMalloc(&out, sizeof h), cudaMalloc(&counter, 4);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(counter, 0, 4);
  filter<<<2, 64>>>(in, 100, out, counter);
  cudaMemcpy(&kept, counter, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(h, out, kept * 4, cudaMemcpyDeviceToHost);
  for (int i = 0; i < kept; ++i)
    sum += h[i];
  cudaFree(in), cudaFree(out), cudaFree(counter);
  return kept == 49 && sum == 49 * 75 ? 0 : 1;
}
