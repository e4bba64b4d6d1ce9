// Tiles of 32 x 32 with 32 x 8 threads: each thread computes four elements of a column.
#include "matmul_tiled.hpp"

constexpr unsigned kTile = 32;
constexpr unsigned kEach = 4;
constexpr unsigned kHigh = kTile / kEach;  // rows of threads

__device__ float element_or_zero(const float* matrix, std::size_t rows, std::size_t cols,
                                 std::size_t row, std::size_t col) {
  return row < rows && col < cols ? matrix[row * cols + col] : 0;
}

__global__ void matmul_kernel(const float* a, const float* b, float* c, std::size_t m,
                              std::size_t k, std::size_t n) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const unsigned x = threadIdx.x;
  const std::size_t top = blockIdx.y * kTile;
  const std::size_t col = blockIdx.x * kTile + x;
  float sums[kEach] = {};
  for (std::size_t first = 0; first < k; first += kTile) {
    for (unsigned y = threadIdx.y; y < kTile; y += kHigh) {
      a_tile[y][x] = element_or_zero(a, m, k, top + y, first + x);
      b_tile[y][x] = element_or_zero(b, k, n, first + y, col);
    }
    __syncthreads();
    for (unsigned l = 0; l < kTile; ++l) {
      for (unsigned i = 0; i < kEach; ++i) {
        sums[i] += a_tile[threadIdx.y + i * kHigh][l] * b_tile[l][x];
      }
    }
    __syncthreads();
  }
  for (unsigned i = 0; i < kEach; ++i) {
    const std::size_t row = top + threadIdx.y + i * kHigh;
    if (row < m && col < n) {
      c[row * n + col] = sums[i];
    }
  }
}

extern "C" void matmul_tiled(const float* a, const float* b, float* c, std::size_t m, std::size_t k,
                             std::size_t n) {
  if (m > 0 && n > 0) {
    const dim3 blocks(static_cast<unsigned>((n + kTile - 1) / kTile),
                      static_cast<unsigned>((m + kTile - 1) / kTile));
    matmul_kernel<<<blocks, dim3(kTile, kHigh)>>>(a, b, c, m, k, n);
  }
}
