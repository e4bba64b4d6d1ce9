// The guard of the result is the guard of the input, with row and column exchanged once too
// often.
// TODO(2)
  const std::size_t row = blockIdx.x * kTile + threadIdx.x;  // of the original matrix
  for (unsigned y = threadIdx.y; y < kTile; y += kRows) {
    const std::size_t col = blockIdx.y * kTile + y;
    if (row < cols && col < rows) {
      out[col * rows + row] = tile[threadIdx.x * kPitch + y];
    }
  }
// END TODO(2)
