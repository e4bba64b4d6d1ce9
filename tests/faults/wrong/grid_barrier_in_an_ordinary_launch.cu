//! grid.sync() in a kernel that was launched with <<<>>>.
//! expect: trap
//! says: cudaLaunchCooperativeKernel
#include <cooperative_groups.h>

__global__ void shift(int* x) {
  auto grid = cooperative_groups::this_grid();
  int next = x[(grid.thread_rank() + 1) % grid.size()];
  grid.sync();  // fault
  x[grid.thread_rank()] = next;
}

int main() {
  int* x;
  cudaMalloc(&x, 128 * sizeof(int));
  cudaMemset(x, 0, 128 * sizeof(int));
  shift<<<4, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
