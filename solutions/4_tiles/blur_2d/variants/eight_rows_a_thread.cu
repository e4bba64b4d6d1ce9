// A thread computes eight pixels of a column: it reads each element of the tile's rows once for up
// to five of them.
#include "blur_2d.hpp"

constexpr int kHigh = 32;  // rows of the image a block
constexpr int kWide = 64;  // columns of the image a block
constexpr int kEach = 8;   // rows a thread
constexpr int kReach = kRadius;
constexpr int kPitch = kWide + 2 * kReach;

__constant__ float constant_weights[kWidth * kWidth];

__device__ void load(const float* image, int rows, int cols, int top, int left, int high, int wide,
                     float* tile) {
  for (int k = threadIdx.y * blockDim.x + threadIdx.x; k < high * wide;
       k += blockDim.x * blockDim.y) {
    const std::size_t row = min(max(top + k / wide, 0), rows - 1);
    tile[k] = image[row * cols + min(max(left + k % wide, 0), cols - 1)];
  }
}

__global__ void tiles_kernel(const float* image, float* tiles, int rows, int cols) {
  const std::size_t block = static_cast<std::size_t>(blockIdx.y) * gridDim.x + blockIdx.x;
  load(image, rows, cols, static_cast<int>(blockIdx.y * kRows) - kReach,
       static_cast<int>(blockIdx.x * kCols) - kReach, kTileRows, kTileCols,
       tiles + block * kTileRows * kTileCols);
}

__global__ void blur_kernel(const float* image, float* out, int rows, int cols) {
  __shared__ float tile[(kHigh + 2 * kReach) * kPitch];
  load(image, rows, cols, static_cast<int>(blockIdx.y) * kHigh - kReach,
       static_cast<int>(blockIdx.x) * kWide - kReach, kHigh + 2 * kReach, kPitch, tile);
  __syncthreads();
  const int first = static_cast<int>(threadIdx.y) * kEach;
  float sums[kEach] = {};
#pragma unroll
  for (int i = 0; i < kEach + 2 * kReach; ++i) {
#pragma unroll
    for (int x = 0; x < static_cast<int>(kWidth); ++x) {
      const float pixel = tile[(first + i) * kPitch + threadIdx.x + x];
#pragma unroll
      for (int k = 0; k < kEach; ++k) {
        if (i - k >= 0 && i - k < static_cast<int>(kWidth)) {
          sums[k] += constant_weights[(i - k) * kWidth + x] * pixel;
        }
      }
    }
  }
  const int col = static_cast<int>(blockIdx.x) * kWide + static_cast<int>(threadIdx.x);
  for (int k = 0; k < kEach; ++k) {
    const int row = static_cast<int>(blockIdx.y) * kHigh + first + k;
    if (row < rows && col < cols) {
      out[static_cast<std::size_t>(row) * cols + col] = sums[k];
    }
  }
}

extern "C" void load_tiles(const float* image, float* tiles, std::size_t rows, std::size_t cols) {
  const dim3 blocks((cols + kCols - 1) / kCols, (rows + kRows - 1) / kRows);
  tiles_kernel<<<blocks, dim3(32, 8)>>>(image, tiles, rows, cols);
}

extern "C" void blur_2d(const float* image, float* out, std::size_t rows, std::size_t cols,
                        const float* weights) {
  if (rows == 0 || cols == 0) {
    return;
  }
  cudaMemcpyToSymbol(constant_weights, weights, sizeof constant_weights);
  const dim3 blocks((cols + kWide - 1) / kWide, (rows + kHigh - 1) / kHigh);
  blur_kernel<<<blocks, dim3(kWide, kHigh / kEach)>>>(image, out, rows, cols);
}
