// The reference: correct and as plain as can be. One thread computes one element and reads all it
// needs itself.
#include "matmul_tiled.hpp"

__global__ void multiply_element(const float* a, const float* b, float* c, std::size_t m,
                                 std::size_t k, std::size_t n) {
  const std::size_t col = blockIdx.x * blockDim.x + threadIdx.x;
  const std::size_t row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < m && col < n) {
    float sum = 0;
    for (std::size_t l = 0; l < k; ++l) {
      sum += a[row * k + l] * b[l * n + col];
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul_tiled(const float* a, const float* b, float* c, std::size_t m, std::size_t k,
                             std::size_t n) {
  if (m == 0 || n == 0) {
    return;
  }
  const dim3 threads(32, 8);
  const dim3 blocks((n + threads.x - 1) / threads.x, (m + threads.y - 1) / threads.y);
  multiply_element<<<blocks, threads>>>(a, b, c, m, k, n);
}
