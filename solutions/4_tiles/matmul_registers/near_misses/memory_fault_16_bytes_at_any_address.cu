// Rows that are no multiple of four begin at addresses that are no multiple of 16 bytes.
// TODO(4)
  if (row >= rows || col >= cols) {
    return make_float4(0, 0, 0, 0);
  }
  const float* const from = matrix + row * cols + col;
  if (col + 4 <= cols) {
    return *reinterpret_cast<const float4*>(from);
  }
  return make_float4(from[0], col + 1 < cols ? from[1] : 0, col + 2 < cols ? from[2] : 0, 0);
// END TODO(4)
