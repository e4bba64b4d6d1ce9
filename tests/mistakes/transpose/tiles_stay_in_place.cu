// says: that nobody has written yet
// omits: Rows and columns are exchanged
// TODO(2)
  const std::size_t row = blockIdx.y * kTile + threadIdx.x;
  for (unsigned y = threadIdx.y; y < kTile; y += kRows) {
    const std::size_t col = blockIdx.x * kTile + y;
    if (row < rows && col < cols) {
      out[col * rows + row] = tile[threadIdx.x * kPitch + y];
    }
  }
// END TODO(2)
