// b comes into its tile transposed.
// TODO(1)
  __shared__ Tile a_tile, b_tile;
  for (std::size_t first = 0; first < k; first += kTile) {
    a_tile[y][x] = element_or_zero(a, m, k, row, first + x);
    b_tile[x][y] = element_or_zero(b, k, n, first + y, col);
    __syncthreads();
    sum += products_of(a_tile, b_tile);
    __syncthreads();
  }
// END TODO(1)
