// Each thread updates its own elements in place over many phases and kernels; vector types and
// lambdas.
#include <algorithm>

template <typename T, typename F>
__global__ void for_each(T* data, int n, F f) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    data[i] = f(data[i], i);
}

int main() {
  const int n = 130;
  int4 h[n], *d;
  std::fill(h, h + n, make_int4(1, 2, 3, 4));
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  int by = 3;
  for (int k = 0; k < 3; ++k) {
    for_each<<<2, 64>>>(
        d, n, [=] __device__(int4 v, int i) { return make_int4(v.x + by, v.y - i, v.z * 2, v.w); });
  }
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  return h[129].x == 10 && h[129].y == 2 - 3 * 129 && h[0].z == 24 ? 0 : 1;
}
