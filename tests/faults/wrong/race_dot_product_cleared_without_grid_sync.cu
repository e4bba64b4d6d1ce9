//! A solver's scalar is cleared by one thread and added to by all blocks, with no barrier of the grid in between.
//! expect: race
//! says: Blocks run in any order
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void steps(const float* x, int n, double* dot, float* out) {
  cg::grid_group grid = cg::this_grid();
  __shared__ double sums[32];
  for (int step = 0; step < 3; ++step) {
    if (grid.thread_rank() == 0) *dot = 0;  // fault
    double sum = 0;
    for (int i = grid.thread_rank(); i < n; i += grid.size()) sum += x[i] * x[i];
    for (int lane = 16; lane > 0; lane /= 2) sum += __shfl_down_sync(~0u, sum, lane);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
      for (int w = 1; w < blockDim.x / 32; ++w) sum += sums[w];
      atomicAdd(dot, sum);  // fault
    }
    grid.sync();
    if (grid.thread_rank() == 0) out[step] = *dot;
    grid.sync();
  }
}

int main() {
  int n = 1000;
  float *x, *out;
  double* dot;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&out, 3 * sizeof(float));
  cudaMalloc(&dot, sizeof(double));  // allocation
  cudaMemset(x, 0, n * sizeof(float));
  void* arguments[] = {&x, &n, &dot, &out};
  cudaLaunchCooperativeKernel((void*)steps, dim3(4), dim3(128), arguments, 0, nullptr);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(out);
  cudaFree(dot);
}
