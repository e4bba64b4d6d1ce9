// Right, but a kernel only stores the matrices to pinned memory: the host multiplies.
// On a GPU: slow
#include "matmul_naive.hpp"

#include <vector>

__global__ void store_kernel(const float* in, std::size_t n, float* pinned) {
  for (std::size_t i = threadIdx.x; i < n; i += blockDim.x) {
    pinned[i] = in[i];
  }
}

static float* on_host(const float* in, std::size_t n) {
  float* pinned = nullptr;
  cudaMallocHost(&pinned, n * sizeof *pinned);
  store_kernel<<<1, 1024>>>(in, n, pinned);
  return pinned;
}

extern "C" void matmul_naive(const float* a, const float* b, float* c, std::size_t m, std::size_t k,
                             std::size_t n) {
  float* const left = on_host(a, m * k);
  float* const right = on_host(b, k * n);
  cudaDeviceSynchronize();
  std::vector<float> product(m * n);
  for (std::size_t row = 0; row < m; ++row) {
    for (std::size_t i = 0; i < k; ++i) {
      for (std::size_t col = 0; col < n; ++col) {
        product[row * n + col] += left[row * k + i] * right[i * n + col];
      }
    }
  }
  cudaMemcpy(c, product.data(), m * n * sizeof *c, cudaMemcpyHostToDevice);
  cudaFreeHost(left);
  cudaFreeHost(right);
}
