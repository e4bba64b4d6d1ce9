// Right, but one warp of eight has all the products.
// TODO(1)
  __shared__ Tile a_tile, b_tile;
  __shared__ float c_tile[kTile][kTile];
  c_tile[y][x] = 0;
  for (std::size_t first = 0; first < k; first += kTile) {
    a_tile[y][x] = element_or_zero(a, m, k, row, first + x);
    b_tile[y][x] = element_or_zero(b, k, n, first + y, col);
    __syncthreads();
    if (y < 2) {
      for (unsigned r = y; r < kTile; r += 2) {
        float s = 0;
        for (unsigned l = 0; l < kTile; ++l) s += a_tile[r][l] * b_tile[l][x];
        c_tile[r][x] += s;
      }
    }
    __syncthreads();
  }
  sum = c_tile[y][x];
// END TODO(1)
