// Row and column are numbers of 16 bits: the 65536th is the first again.
// Exercise matmul_tiled: see README.md for the tasks and matmul_tiled.hpp for the interface.
#include "matmul_tiled.hpp"

// A block of kTile x kTile threads computes a tile of c, one element a thread.
constexpr unsigned kTile = 16;

using Tile = float[kTile][kTile];  // in shared memory: a part of a, or of b

// Element (row, col) of a matrix, or 0 beyond its edges: so partial tiles are filled up with zeros.
__device__ float element_or_zero(const float* matrix, std::size_t rows, std::size_t cols,
                                 std::size_t row, std::size_t col) {
  if (row >= rows || col >= cols) {
    return 0;
  }
  return matrix[row * cols + col];
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
  const unsigned short row = blockIdx.y * kTile + y;
  const unsigned short col = blockIdx.x * kTile + x;
  float sum = 0;
  __shared__ Tile a_tile, b_tile;
  for (std::size_t first = 0; first < k; first += kTile) {
    a_tile[y][x] = element_or_zero(a, m, k, row, first + x);
    b_tile[y][x] = element_or_zero(b, k, n, first + y, col);
    __syncthreads();
    sum += products_of(a_tile, b_tile);
    __syncthreads();
  }
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
