// With k = 0 nothing is written, where all of c is to be 0.
// TODO(1)
  const auto [row, col] = my_element();
  if (row < m && col < n && k > 0) {
    float sum = 0;
    for (std::size_t l = 0; l < k; ++l) {
      sum += a[row * k + l] * b[l * n + col];
    }
    c[row * n + col] = sum;
  }
// END TODO(1)
