//! A total is cleared for the next turn, and the other blocks add to it without a barrier of the grid in between.
//! expect: race
//! says: Blocks run in any order
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void residuals(const int* in, int n, int* total, int* out) {
  cg::grid_group grid = cg::this_grid();
  for (int turn = 0; turn < 3; ++turn) {
    int mine = 0;
    for (int i = grid.thread_rank(); i < n; i += grid.size())
      mine += in[i] * turn;
    atomicAdd(total, mine);  // fault
    grid.sync();
    if (grid.thread_rank() == 0)
      out[turn] = *total;
    grid.sync();
    if (blockIdx.x == 2 && threadIdx.x == 0)
      *total = 0;  // fault
    __syncthreads();
  }
}

int main() {
  int n = 1000, *in, *total, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&total, sizeof(int));  // allocation
  cudaMalloc(&out, 3 * sizeof(int));
  cudaMemset(in, 0, n * sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  void* arguments[] = {&in, &n, &total, &out};
  cudaLaunchCooperativeKernel((void*)residuals, dim3(4), dim3(128), arguments, 0, nullptr);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(total);
  cudaFree(out);
}
