// says: Each value is what belongs one row higher: the row is off by one
// TODO(1)
  const std::size_t col = blockIdx.x * blockDim.x + threadIdx.x;
  const std::size_t row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) {
    const std::size_t i = row * cols + col;
    sum[(row + 1) % rows * cols + col] = a[i] + b[i];
  }
// END TODO(1)
