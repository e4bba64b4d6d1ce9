// Exercise matmul_naive: see README.md for the tasks and matmul_naive.hpp for the interface.
#include "matmul_naive.hpp"

constexpr unsigned kEdge = 32;  // a block of kEdge x kEdge threads computes kEdge x kEdge elements

struct Element {
  std::size_t row, col;
};

// The element of c that this thread computes. Block (x, y) owns the kEdge columns from x * kEdge
// and the kEdge rows from y * kEdge on.
__device__ Element my_element() {
  // TODO(2): choose it so that the lanes of a warp read along a row of b (about 2 lines)
  const std::size_t row = blockIdx.y * kEdge + threadIdx.y;
  const std::size_t col = blockIdx.x * kEdge + threadIdx.x;
  // END TODO(2)
  return {row, col};
}

__global__ void matmul_kernel(const float* a, const float* b, float* c, std::size_t m,
                              std::size_t k, std::size_t n) {
  // TODO(1): if there is such an element, add up its k products and write it (about 8 lines)
  const auto [row, col] = my_element();
  if (row < m && col < n) {
    float sum = 0;
    for (std::size_t l = 0; l < k; ++l) {
      sum += a[row * k + l] * b[l * n + col];
    }
    c[row * n + col] = sum;
  }
  // END TODO(1)
}

extern "C" void matmul_naive(const float* a, const float* b, float* c, std::size_t m, std::size_t k,
                             std::size_t n) {
  if (m == 0 || n == 0) {
    return;
  }
  const dim3 blocks(static_cast<unsigned>((n + kEdge - 1) / kEdge),
                    static_cast<unsigned>((m + kEdge - 1) / kEdge));
  matmul_kernel<<<blocks, dim3(kEdge, kEdge)>>>(a, b, c, m, k, n);
}
