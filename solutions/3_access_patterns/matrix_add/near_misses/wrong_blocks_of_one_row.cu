// A row of threads a block: a grid has 65535 blocks along y, and there may be more rows.
// Exercise matrix_add: see README.md for the tasks and matrix_add.hpp for the interface.
#include "matrix_add.hpp"

constexpr unsigned kWidth = 256;  // a block has kWidth x kHeight threads, x along the rows
constexpr unsigned kHeight = 1;

// One thread adds one element.
__global__ void add_kernel(const float* a, const float* b, float* sum, std::size_t rows,
                           std::size_t cols) {
  const std::size_t col = blockIdx.x * blockDim.x + threadIdx.x;
  const std::size_t row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) {
    const std::size_t i = row * cols + col;
    sum[i] = a[i] + b[i];
  }
}

// Just enough blocks for the matrix.
static dim3 blocks_for(std::size_t rows, std::size_t cols) {
  dim3 blocks(1, 1);
  blocks.x = static_cast<unsigned>((cols + kWidth - 1) / kWidth);
  blocks.y = static_cast<unsigned>((rows + kHeight - 1) / kHeight);
  return blocks;
}

extern "C" void matrix_add(const float* a, const float* b, float* sum, std::size_t rows,
                           std::size_t cols) {
  if (rows > 0 && cols > 0) {
    add_kernel<<<blocks_for(rows, cols), dim3(kWidth, kHeight)>>>(a, b, sum, rows, cols);
  }
}
