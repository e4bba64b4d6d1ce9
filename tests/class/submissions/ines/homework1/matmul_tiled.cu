#include "matmul_tiled.hpp"

#define TILE 32

__global__ void product(const float* a, const float* b, float* c, int m, int k, int n) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int t = 0; t < (k + TILE - 1) / TILE; t++) {
    int ac = t * TILE + tx, br = t * TILE + ty;
    as[ty][tx] = row < m && ac < k ? a[(size_t)row * k + ac] : 0.0f;
    bs[ty][tx] = br < k && col < n ? b[(size_t)br * n + col] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < TILE; i++) sum += as[ty][i] * bs[i][tx];
    __syncthreads();
  }
  if (row < m && col < n) c[(size_t)row * n + col] = sum;
}

extern "C" void matmul_tiled(const float* a, const float* b, float* c, std::size_t m, std::size_t k, std::size_t n) {
  if (m == 0 || n == 0) return;
  dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE), block(TILE, TILE);
  product<<<grid, block>>>(a, b, c, (int)m, (int)k, (int)n);
}
