// The loop runs over whole tiles only: the last k % kTile products are missing.
// TODO(1)
  __shared__ Tile a_tile, b_tile;
  for (std::size_t first = 0; first + kTile <= k; first += kTile) {
    a_tile[y][x] = element_or_zero(a, m, k, row, first + x);
    b_tile[y][x] = element_or_zero(b, k, n, first + y, col);
    __syncthreads();
    sum += products_of(a_tile, b_tile);
    __syncthreads();
  }
// END TODO(1)
