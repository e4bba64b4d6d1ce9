// says: __syncthreads()
// omits: Rows and columns
// TODO(1)
  const std::size_t col = blockIdx.y * kTile + threadIdx.x;
  for (unsigned y = threadIdx.y; y < kTile; y += kRows) {
    const std::size_t row = blockIdx.x * kTile + y;
    if (row < rows && col < cols) {
      tile[y * kPitch + threadIdx.x] = in[row * cols + col];
    }
  }
// END TODO(1)
