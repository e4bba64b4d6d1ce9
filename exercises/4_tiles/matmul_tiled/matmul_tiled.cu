// Exercise matmul_tiled: see README.md for the tasks and matmul_tiled.hpp for the interface.
#include "matmul_tiled.hpp"

// A block of kTile x kTile threads computes a tile of c, one element a thread.
constexpr unsigned kTile = 16;

using Tile = float[kTile][kTile];  // in shared memory: a part of a, or of b

// Element (row, col) of a matrix, or 0 beyond its edges: so partial tiles are filled up with zeros.
__device__ float element_or_zero(const float* matrix, std::size_t rows, std::size_t cols,
                                 std::size_t row, std::size_t col) {
  // TODO(2): touch the matrix only where it has an element (about 3 lines)
  return matrix[row * cols + col];
  // END TODO(2)
}

// The sum of this thread's products of a step: row y of a's tile, column x of b's.
__device__ float products_of(const Tile& a_tile, const Tile& b_tile) {
  float sum = 0;
  for (unsigned l = 0; l < kTile; ++l) {
    sum += a_tile[threadIdx.y][l] * b_tile[l][threadIdx.x];
  }
  return sum;
}

__global__ void matmul_kernel(const float* a, const float* b, float* c, std::size_t m,
                              std::size_t k, std::size_t n) {
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const std::size_t row = blockIdx.y * kTile + y;
  const std::size_t col = blockIdx.x * kTile + x;
  float sum = 0;
  // TODO(1): for all tiles along k: load one of a and one of b, add their products (about 8 lines)
  // END TODO(1)
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

extern "C" void matmul_tiled(const float* a, const float* b, float* c, std::size_t m, std::size_t k,
                             std::size_t n) {
  if (m == 0 || n == 0) {
    return;
  }
  const dim3 blocks((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  matmul_kernel<<<blocks, dim3(kTile, kTile)>>>(a, b, c, m, k, n);
}
