// Threads beyond the last row and column take part.
// TODO(1)
  const std::size_t i = row * cols + col;
  const bool border = row == 0 || row == rows - 1 || col == 0 || col == cols - 1;
  to[i] = border ? from[i]
                 : 0.25f * (((from[i - cols] + from[i + cols]) + from[i - 1]) + from[i + 1]);
// END TODO(1)
