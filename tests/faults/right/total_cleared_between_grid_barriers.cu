//! A total is cleared, added to and read turn by turn, with a barrier of the grid after each step, which blocks leave in turn.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void residuals(const int* in, int n, int* total, int* out) {
  cg::grid_group grid = cg::this_grid();
  for (int turn = 0; turn < 3; ++turn) {
    if (blockIdx.x == 2 && threadIdx.x == 0)
      *total = 0;
    grid.sync();
    int mine = 0;
    for (int i = grid.thread_rank(); i < n; i += grid.size())
      mine += in[i] * turn;
    atomicAdd(total, mine);
    grid.sync();
    if (grid.thread_rank() == 0)
      out[turn] = *total;
    grid.sync();
  }
}

/// Two totals take turns: what is cleared is used after the next barrier only.
__global__ void two_totals(const int* in, int n, int* totals, int* out) {
  cg::grid_group grid = cg::this_grid();
  for (int turn = 0; turn < 4; ++turn) {
    if (blockIdx.x == 1 && threadIdx.x == 0)
      totals[(turn + 1) % 3] = 0;
    int mine = 0;
    for (int i = grid.thread_rank(); i < n; i += grid.size())
      mine += in[i] + turn;
    atomicAdd(&totals[turn % 3], mine);
    grid.sync();
    if (grid.thread_rank() == 0)
      out[turn] = totals[turn % 3];
  }
}

int main() {
  int n = 1000, *in, *total, *out, result[4];
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMalloc(&total, 3 * sizeof(int));
  cudaMalloc(&out, 4 * sizeof(int));
  for (int i = 0; i < n; i++)
    in[i] = i % 7;
  cudaMemset(total, 0, 3 * sizeof(int));
  void* arguments[] = {&in, &n, &total, &out};
  cudaLaunchCooperativeKernel((void*)residuals, dim3(4), dim3(128), arguments, 0, nullptr);
  cudaMemcpy(result, out, 3 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", result[0], result[1], result[2]);
  cudaMemset(total, 0, 3 * sizeof(int));
  cudaLaunchCooperativeKernel((void*)two_totals, dim3(4), dim3(128), arguments, 0, nullptr);
  cudaMemcpy(result, out, 4 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", result[0], result[1], result[2], result[3]);
  cudaFree(in);
  cudaFree(total);
  cudaFree(out);
}
