// Blocks of 16 x 16: a warp has two rows of 16.
#include "matmul_naive.hpp"

__global__ void matmul_kernel(const float* a, const float* b, float* c, std::size_t m,
                              std::size_t k, std::size_t n) {
  const std::size_t row = blockIdx.y * 16 + threadIdx.y;
  const std::size_t col = blockIdx.x * 16 + threadIdx.x;
  if (row >= m || col >= n) {
    return;
  }
  double sum = 0;
  const float* left = a + row * k;
  const float* right = b + col;
  for (std::size_t l = 0; l < k; ++l, right += n) {
    sum += static_cast<double>(left[l] * *right);
  }
  c[row * n + col] = static_cast<float>(sum);
}

extern "C" void matmul_naive(const float* a, const float* b, float* c, std::size_t m, std::size_t k,
                             std::size_t n) {
  if (m > 0 && n > 0) {
    const dim3 blocks(static_cast<unsigned>((n + 15) / 16), static_cast<unsigned>((m + 15) / 16));
    matmul_kernel<<<blocks, dim3(16, 16)>>>(a, b, c, m, k, n);
  }
}
