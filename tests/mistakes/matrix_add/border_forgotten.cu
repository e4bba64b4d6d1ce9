// says: The elements on the border of the matrix were never written
// omits: Rows from
// TODO(1)
  const std::size_t col = blockIdx.x * blockDim.x + threadIdx.x;
  const std::size_t row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row > 0 && col > 0 && row + 1 < rows && col + 1 < cols) {
    const std::size_t i = row * cols + col;
    sum[i] = a[i] + b[i];
  }
// END TODO(1)
