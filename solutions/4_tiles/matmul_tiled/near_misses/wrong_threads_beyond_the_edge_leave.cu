// Threads without an element of c leave, and load nothing for the others.
// TODO(1)
  __shared__ Tile a_tile, b_tile;
  if (row >= m || col >= n) return;
  for (std::size_t first = 0; first < k; first += kTile) {
    a_tile[y][x] = element_or_zero(a, m, k, row, first + x);
    b_tile[y][x] = element_or_zero(b, k, n, first + y, col);
    __syncthreads();
    sum += products_of(a_tile, b_tile);
    __syncthreads();
  }
// END TODO(1)
