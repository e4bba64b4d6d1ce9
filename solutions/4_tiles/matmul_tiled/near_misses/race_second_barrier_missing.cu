// A fast warp loads the next tiles while a slow one still reads the present ones.
// TODO(1)
  for (std::size_t first = 0; first < k; first += kTile) {
    a_tile[y][x] = element_or_zero(a, m, k, row, first + x);
    b_tile[y][x] = element_or_zero(b, k, n, first + y, col);
    __syncthreads();
    for (unsigned l = 0; l < kTile; ++l) {
      sum += a_tile[y][l] * b_tile[l][x];
    }
  }
// END TODO(1)
