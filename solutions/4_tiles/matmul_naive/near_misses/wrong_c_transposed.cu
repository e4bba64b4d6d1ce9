// The element goes where that of the transposed product belongs.
// TODO(1)
  const auto [row, col] = my_element();
  if (row < m && col < n) {
    float sum = 0;
    for (std::size_t l = 0; l < k; ++l) {
      sum += a[row * k + l] * b[l * n + col];
    }
    c[col * m + row] = sum;
  }
// END TODO(1)
