// The reference: correct and as plain as can be. Neighbouring lanes compute neighbouring rows, so
// that each reads from another row of a, and writes to another row of c.
#include "matmul_naive.hpp"

__global__ void multiply_element(const float* a, const float* b, float* c, std::size_t m,
                                 std::size_t k, std::size_t n) {
  const std::size_t row = blockIdx.y * blockDim.x + threadIdx.x;
  const std::size_t col = blockIdx.x * blockDim.y + threadIdx.y;
  if (row < m && col < n) {
    float sum = 0;
    for (std::size_t l = 0; l < k; ++l) {
      sum += a[row * k + l] * b[l * n + col];
    }
    c[row * n + col] = sum;
  }
}

extern "C" void matmul_naive(const float* a, const float* b, float* c, std::size_t m, std::size_t k,
                             std::size_t n) {
  if (m == 0 || n == 0) {
    return;
  }
  const dim3 threads(32, 32);
  const dim3 blocks(static_cast<unsigned>((n + 31) / 32), static_cast<unsigned>((m + 31) / 32));
  multiply_element<<<blocks, threads>>>(a, b, c, m, k, n);
}
