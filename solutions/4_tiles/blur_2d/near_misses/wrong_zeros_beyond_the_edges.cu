// Beyond the image there is black instead of the nearest pixel.
// TODO(1)
  const int top = static_cast<int>(blockIdx.y * kRows) - static_cast<int>(kRadius);
  const int left = static_cast<int>(blockIdx.x * kCols) - static_cast<int>(kRadius);
  for (int k = threadIdx.y * kCols + threadIdx.x; k < kTileRows * kTileCols; k += kRows * kCols) {
    const int row = top + k / static_cast<int>(kTileCols);
    const int col = left + k % static_cast<int>(kTileCols);
    const bool inside = row >= 0 && row < rows && col >= 0 && col < cols;
    tile[k / kTileCols][k % kTileCols] = inside ? image[row * std::size_t(cols) + col] : 0;
  }
// END TODO(1)
