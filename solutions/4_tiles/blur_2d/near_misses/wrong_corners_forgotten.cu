// Each thread brings its pixel and the four sides are added, but nobody fills the corners.
// TODO(1)
  const int row = static_cast<int>(blockIdx.y * kRows + threadIdx.y);
  const int col = static_cast<int>(blockIdx.x * kCols + threadIdx.x);
  const int radius = kRadius;
  for (int s = -radius; s <= radius; s += radius) {
    const bool above = s == 0 || (s < 0 ? threadIdx.y < kRadius : threadIdx.y >= kRows - kRadius);
    const bool beside = s == 0 || (s < 0 ? threadIdx.x < kRadius : threadIdx.x >= kCols - kRadius);
    const std::size_t near_row = min(max(row, 0), rows - 1);
    const int near_col = min(max(col, 0), cols - 1);
    if (above) {
      const std::size_t at = min(max(row + s, 0), rows - 1);
      tile[threadIdx.y + kRadius + s][threadIdx.x + kRadius] = image[at * cols + near_col];
    }
    if (beside) {
      const int at = min(max(col + s, 0), cols - 1);
      tile[threadIdx.y + kRadius][threadIdx.x + kRadius + s] = image[near_row * cols + at];
    }
  }
// END TODO(1)
