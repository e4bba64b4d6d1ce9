// Two sums, so that products need not wait for each other.
// TODO(1)
  const auto [row, col] = my_element();
  if (row >= m || col >= n) return;
  const float* left = a + row * k;
  const float* right = b + col;
  float parts[2] = {0, 0};
  std::size_t l = 0;
  for (; l + 2 <= k; l += 2, right += 2 * n) {
    parts[0] = fmaf(left[l], right[0], parts[0]);
    parts[1] = fmaf(left[l + 1], right[n], parts[1]);
  }
  if (l < k) parts[0] = fmaf(left[l], *right, parts[0]);
  c[row * n + col] = parts[0] + parts[1];
// END TODO(1)
