// A cooperative launch: neighbours' values are read after grid.sync().
#include <cooperative_groups.h>
#include <vector>
namespace cg = cooperative_groups;

__global__ void diffuse(float* a, float* b, int n, int steps) {
  cg::grid_group grid = cg::this_grid();
  for (int s = 0; s < steps; ++s) {
    for (int i = grid.thread_rank(); i < n; i += grid.size()) {
      float left = i > 0 ? a[i - 1] : 0.0f, right = i + 1 < n ? a[i + 1] : 0.0f;
      b[i] = 0.25f * left + 0.5f * a[i] + 0.25f * right;
    }
    grid.sync();
    float* t = a;
    a = b;
    b = t;
  }
}

int main() {
  int n = 300, steps = 4;
  std::vector<float> h(n), e(n), t(n);
  for (int i = 0; i < n; ++i)
    h[i] = e[i] = i % 16;
  float *a, *b;
  cudaMalloc(&a, n * 4);
  cudaMalloc(&b, n * 4);
  cudaMemcpy(a, h.data(), n * 4, cudaMemcpyHostToDevice);
  void* arguments[] = {&a, &b, &n, &steps};
  if (cudaLaunchCooperativeKernel((void*)diffuse, dim3(4), dim3(64), arguments, 0, 0) !=
      cudaSuccess)
    return 2;
  cudaMemcpy(h.data(), a, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  for (int s = 0; s < steps; ++s, e.swap(t))
    for (int i = 0; i < n; ++i)
      t[i] = 0.25f * (i ? e[i - 1] : 0) + 0.5f * e[i] + 0.25f * (i + 1 < n ? e[i + 1] : 0);
  for (int i = 0; i < n; ++i) {
    if (h[i] != e[i])
      return 1;
  }
  return 0;
}
