// The elements of the next step are fetched into registers while the present one is multiplied.
// TODO(1)
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  float next_a = element_or_zero(a, m, k, row, x), next_b = element_or_zero(b, k, n, y, col);
  for (std::size_t first = 0; first < k; first += kTile) {
    a_tile[y][x] = next_a;
    b_tile[y][x] = next_b;
    __syncthreads();
    if (first + kTile < k) {
      next_a = element_or_zero(a, m, k, row, first + kTile + x);
      next_b = element_or_zero(b, k, n, first + kTile + y, col);
    }
    for (unsigned l = 0; l < kTile; ++l) {
      sum += a_tile[y][l] * b_tile[l][x];
    }
    __syncthreads();
  }
// END TODO(1)
