// Right, but one thread walks along each row: few threads, and their lanes are a row apart.
// TODO(1)
  const std::size_t row = blockIdx.y * blockDim.y + threadIdx.y;
  if (blockIdx.x == 0 && threadIdx.x == 0 && row < rows) {
    for (std::size_t i = row * cols; i < (row + 1) * cols; ++i) {
      sum[i] = a[i] + b[i];
    }
  }
// END TODO(1)
