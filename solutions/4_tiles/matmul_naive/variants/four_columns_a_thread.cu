// A thread computes four neighbouring columns; where rows of b allow it, it reads them at once.
#include "matmul_naive.hpp"

__global__ void matmul_kernel(const float* a, const float* b, float* c, std::size_t m,
                              std::size_t k, std::size_t n) {
  const std::size_t row = blockIdx.y * blockDim.y + threadIdx.y;
  const std::size_t col = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (row >= m || col >= n) {
    return;
  }
  const unsigned count = n - col < 4 ? static_cast<unsigned>(n - col) : 4;
  float sums[4] = {};
  for (std::size_t l = 0; l < k; ++l) {
    const float factor = a[row * k + l];
    const float* const from = b + l * n + col;
    if (n % 4 == 0) {
      const float4 four = *reinterpret_cast<const float4*>(from);
      sums[0] += factor * four.x;
      sums[1] += factor * four.y;
      sums[2] += factor * four.z;
      sums[3] += factor * four.w;
    } else {
      for (unsigned i = 0; i < count; ++i) {
        sums[i] += factor * from[i];
      }
    }
  }
  for (unsigned i = 0; i < count; ++i) {
    c[row * n + col + i] = sums[i];
  }
}

extern "C" void matmul_naive(const float* a, const float* b, float* c, std::size_t m, std::size_t k,
                             std::size_t n) {
  if (m == 0 || n == 0) {
    return;
  }
  const dim3 threads(32, 8);
  const dim3 blocks(static_cast<unsigned>((n + 127) / 128), static_cast<unsigned>((m + 7) / 8));
  matmul_kernel<<<blocks, threads>>>(a, b, c, m, k, n);
}
