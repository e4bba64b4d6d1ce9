//! The sync() of a thread_block inside a branch that depends on the thread.
//! expect: divergent_barrier
//! says: waits at the barrier at line 15
//! says: to which 'if (rank < 16)' at line 14 leads
//! says: thread 16 of its block waits at another one, at line 18
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void dot(const float* a, const float* b, float* out) {
  cg::thread_block block = cg::this_thread_block();
  __shared__ float cell[64];
  int rank = block.thread_rank();
  cell[rank] = a[rank] * b[rank];
  if (rank < 16) {
    block.sync();  // fault
    cell[rank] += cell[rank + 16];
  }
  block.sync();
  if (rank == 0)
    *out = cell[0];
}

int main() {
  float *a, *b, *out;
  cudaMalloc(&a, 256);
  cudaMalloc(&b, 256);
  cudaMalloc(&out, 4);
  cudaMemset(a, 0, 256);
  cudaMemset(b, 0, 256);
  dot<<<1, 64>>>(a, b, out);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  cudaFree(out);
}
