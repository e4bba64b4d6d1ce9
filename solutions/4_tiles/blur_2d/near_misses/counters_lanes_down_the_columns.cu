// Right, and each pixel is loaded once, but lanes walk down the columns of the image.
// TODO(1)
  const int top = static_cast<int>(blockIdx.y * kRows) - static_cast<int>(kRadius);
  const int left = static_cast<int>(blockIdx.x * kCols) - static_cast<int>(kRadius);
  for (int k = threadIdx.y * kCols + threadIdx.x; k < kTileRows * kTileCols; k += kRows * kCols) {
    const int i = k % kTileRows;
    const int j = k / kTileRows;
    const std::size_t row = min(max(top + i, 0), rows - 1);
    tile[i][j] = image[row * cols + min(max(left + j, 0), cols - 1)];
  }
// END TODO(1)
