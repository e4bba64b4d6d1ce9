// says: Rows and columns are exchanged: the values are those of the transposed matrix
// omits: reverse
// TODO(2)
  for (unsigned y = threadIdx.y; y < kTile; y += kRows) {
    const std::size_t row = blockIdx.x * kTile + y, col = blockIdx.y * kTile + threadIdx.x;
    if (row < rows && col < cols) {
      out[row * cols + col] = tile[y * kPitch + threadIdx.x];
    }
  }
// END TODO(2)
