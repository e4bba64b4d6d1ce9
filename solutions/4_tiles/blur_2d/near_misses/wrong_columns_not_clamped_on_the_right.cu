// Right of the image, the first pixels of the next row are taken.
// TODO(1)
  const int top = static_cast<int>(blockIdx.y * kRows) - static_cast<int>(kRadius);
  const int left = static_cast<int>(blockIdx.x * kCols) - static_cast<int>(kRadius);
  for (int k = threadIdx.y * kCols + threadIdx.x; k < kTileRows * kTileCols; k += kRows * kCols) {
    const int i = k / kTileCols;
    const int j = k % kTileCols;
    const std::size_t row = min(max(top + i, 0), rows - 1);
    const std::size_t at = row * cols + max(left + j, 0);
    tile[i][j] = image[min(at, static_cast<std::size_t>(rows) * cols - 1)];
  }
// END TODO(1)
