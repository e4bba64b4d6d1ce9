// No tile: consecutive lanes write addresses that are a whole column apart.
// TODO(2)
  const std::size_t col = blockIdx.y * kTile + threadIdx.x;
  for (unsigned y = threadIdx.y; y < kTile; y += kRows) {
    const std::size_t row = blockIdx.x * kTile + y;
    if (row < rows && col < cols) {
      out[col * rows + row] = tile[y * kPitch + threadIdx.x];
    }
  }
// END TODO(2)
