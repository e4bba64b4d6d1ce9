// The reference: correct and as plain as can be. One block, and a thread walks along a row.
#include "matrix_add.hpp"

__global__ void add_rows(const float* a, const float* b, float* sum, std::size_t rows,
                         std::size_t cols) {
  for (std::size_t row = threadIdx.x; row < rows; row += blockDim.x) {
    for (std::size_t col = 0; col < cols; ++col) {
      sum[row * cols + col] = a[row * cols + col] + b[row * cols + col];
    }
  }
}

extern "C" void matrix_add(const float* a, const float* b, float* sum, std::size_t rows,
                           std::size_t cols) {
  add_rows<<<1, 256>>>(a, b, sum, rows, cols);
}
