// Inside the memory, but what lies beyond an edge is the nearest element times 0: no zero where that is infinite.
// TODO(2)
  const std::size_t r = row < rows ? row : rows - 1;
  const std::size_t c = col < cols ? col : cols - 1;
  return matrix[r * cols + c] * (r == row && c == col ? 1.0f : 0.0f);
// END TODO(2)
