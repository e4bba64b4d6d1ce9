// Column col of b goes down through the rows; this takes row col.
// TODO(1)
  const auto [row, col] = my_element();
  if (row < m && col < n) {
    float sum = 0;
    for (std::size_t l = 0; l < k; ++l) {
      sum += a[row * k + l] * b[col * k + l];
    }
    c[row * n + col] = sum;
  }
// END TODO(1)
