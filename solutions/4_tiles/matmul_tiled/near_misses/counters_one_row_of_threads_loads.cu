// Right, but sixteen of 256 threads load both tiles.
// TODO(1)
  __shared__ Tile a_tile, b_tile;
  for (std::size_t first = 0; first < k; first += kTile) {
    if (y == 0) {
      for (unsigned i = 0; i < kTile; ++i) {
        a_tile[i][x] = element_or_zero(a, m, k, row + i, first + x);
        b_tile[i][x] = element_or_zero(b, k, n, first + i, col);
      }
    }
    __syncthreads();
    sum += products_of(a_tile, b_tile);
    __syncthreads();
  }
// END TODO(1)
