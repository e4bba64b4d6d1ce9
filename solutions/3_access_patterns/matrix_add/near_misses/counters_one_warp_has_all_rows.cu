// Right, but the first warp of each block adds all eight rows, and the others nothing.
// TODO(1)
  const std::size_t col = blockIdx.x * kWidth + threadIdx.x;
  if (threadIdx.y == 0 && col < cols) {
    for (unsigned y = 0; y < kHeight; ++y) {
      const std::size_t row = blockIdx.y * kHeight + y;
      if (row < rows) {
        sum[row * cols + col] = a[row * cols + col] + b[row * cols + col];
      }
    }
  }
// END TODO(1)
