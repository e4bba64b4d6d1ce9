// Right, but the lanes of a warp run down a column of the plate.
// TODO(1)
  const std::size_t n = rows * cols, cell = row * gridDim.x * kCols + col;
  const std::size_t r = cell % rows, c = cell / rows;
  if (c < cols) {
    const std::size_t i = r * cols + c;
    const bool border = r == 0 || r == rows - 1 || c == 0 || c == cols - 1;
    to[i] = border || i >= n
                ? from[i]
                : 0.25f * (((from[i - cols] + from[i + cols]) + from[i - 1]) + from[i + 1]);
  }
// END TODO(1)
