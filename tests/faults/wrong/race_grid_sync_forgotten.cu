//! Two steps of a cooperative kernel without grid.sync() in between.
//! expect: race
//! says: Put grid.sync() between line 11 and line 13
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void smooth(float* a, float* b, int n, int steps) {
  cg::grid_group grid = cg::this_grid();
  const int i = grid.thread_rank();
  for (int step = 0; step < steps; ++step) {
    const float left = i > 0 ? a[i - 1] : 0.0f, right = i + 1 < n ? a[i + 1] : 0.0f;  // fault
    if (i < n)
      b[i] = 0.5f * (left + right);  // other
    float* const t = a;
    a = b;
    b = t;
  }
}

int main() {
  int n = 100, steps = 3;
  float *a, *b;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMemset(a, 0, n * sizeof(float));
  cudaMemset(b, 0, n * sizeof(float));
  void* arguments[] = {&a, &b, &n, &steps};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(smooth), 4, 32, arguments);
  return cudaDeviceSynchronize() != cudaSuccess;
}
