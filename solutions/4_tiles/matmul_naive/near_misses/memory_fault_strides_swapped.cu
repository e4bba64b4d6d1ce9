// A row of a has k elements and a row of b n, not the other way round; seen only where k differs from n.
// TODO(1)
  const auto [row, col] = my_element();
  if (row < m && col < n) {
    float sum = 0;
    for (std::size_t l = 0; l < k; ++l) {
      sum += a[row * n + l] * b[l * k + col];
    }
    c[row * n + col] = sum;
  }
// END TODO(1)
