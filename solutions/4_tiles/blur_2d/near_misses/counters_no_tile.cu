// Right, but each thread reads its whole window from global memory.
// TODO(2)
  for (int y = 0; y < static_cast<int>(kWidth); ++y) {
    for (int x = 0; x < static_cast<int>(kWidth); ++x) {
      const std::size_t near_row = min(max(row + y - static_cast<int>(kRadius), 0), rows - 1);
      const int near_col = min(max(col + x - static_cast<int>(kRadius), 0), cols - 1);
      sum += constant_weights[y * kWidth + x] * image[near_row * cols + near_col];
    }
  }
// END TODO(2)
