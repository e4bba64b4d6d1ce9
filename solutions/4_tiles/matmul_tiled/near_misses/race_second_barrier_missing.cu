// A fast warp loads the next tiles while a slow one still reads the present ones.
// TODO(1)
  __shared__ Tile a_tile, b_tile;
  for (std::size_t first = 0; first < k; first += kTile) {
    a_tile[y][x] = element_or_zero(a, m, k, row, first + x);
    b_tile[y][x] = element_or_zero(b, k, n, first + y, col);
    __syncthreads();
    sum += products_of(a_tile, b_tile);
  }
// END TODO(1)
