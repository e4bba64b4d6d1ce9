//! grid.sync() that only block 0 reaches.
//! expect: deadlock | divergent_barrier
//! says: block 0
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void phases(int* data) {
  cg::grid_group grid = cg::this_grid();
  data[grid.thread_rank()] = 1;
  if (blockIdx.x == 0)
    grid.sync();  // fault
  data[grid.thread_rank()] += 1;
}

int main() {
  int* data;
  cudaMalloc(&data, 128 * sizeof(int));
  void* arguments[] = {&data};
  cudaLaunchCooperativeKernel((void*)phases, dim3(4), dim3(32), arguments, 0, 0);
  cudaDeviceSynchronize();
  cudaFree(data);
}
