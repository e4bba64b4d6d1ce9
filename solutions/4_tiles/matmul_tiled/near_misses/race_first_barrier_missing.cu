// The products are added before the other warps have loaded their part of the tiles.
// TODO(1)
  __shared__ Tile a_tile, b_tile;
  for (std::size_t first = 0; first < k; first += kTile) {
    a_tile[y][x] = element_or_zero(a, m, k, row, first + x);
    b_tile[y][x] = element_or_zero(b, k, n, first + y, col);
    sum += products_of(a_tile, b_tile);
    __syncthreads();
  }
// END TODO(1)
