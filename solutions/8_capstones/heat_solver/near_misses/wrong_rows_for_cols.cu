// The cell above is a row's length away, and that is cols.
// TODO(1)
  if (row >= rows || col >= cols) {
    return;
  }
  const std::size_t i = row * cols + col;
  if (row == 0 || row == rows - 1 || col == 0 || col == cols - 1) {
    to[i] = from[i];
  } else {
    const std::size_t above = i >= rows ? i - rows : 0;
    const std::size_t below = i + rows < rows * cols ? i + rows : 0;
    to[i] = 0.25f * (((from[above] + from[below]) + from[i - 1]) + from[i + 1]);
  }
// END TODO(1)
