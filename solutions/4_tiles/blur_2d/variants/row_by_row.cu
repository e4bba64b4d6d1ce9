// Two nested loops with a stride instead of one over numbered elements.
// TODO(1)
  for (unsigned i = threadIdx.y; i < kTileRows; i += kRows) {
    const int row = static_cast<int>(blockIdx.y * kRows + i) - static_cast<int>(kRadius);
    const float* const line = image + static_cast<std::size_t>(row < 0 ? 0 : row < rows ? row : rows - 1) * cols;
    for (unsigned j = threadIdx.x; j < kTileCols; j += kCols) {
      const int col = static_cast<int>(blockIdx.x * kCols + j) - static_cast<int>(kRadius);
      tile[i][j] = line[col < 0 ? 0 : col < cols ? col : cols - 1];
    }
  }
// END TODO(1)
