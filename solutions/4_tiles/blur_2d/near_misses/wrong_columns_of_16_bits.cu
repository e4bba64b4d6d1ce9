// Rows and columns as numbers of 16 bits: beyond 32767 they are negative, and the first one stands for them.
// TODO(1)
  const short top = blockIdx.y * kRows - kRadius;
  const short left = blockIdx.x * kCols - kRadius;
  for (int k = threadIdx.y * kCols + threadIdx.x; k < kTileRows * kTileCols; k += kRows * kCols) {
    const int i = k / kTileCols;
    const int j = k % kTileCols;
    const std::size_t row = min(max(top + i, 0), rows - 1);
    tile[i][j] = image[row * cols + min(max(left + j, 0), cols - 1)];
  }
// END TODO(1)
