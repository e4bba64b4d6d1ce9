// Right, and by tiles, but lanes walk down the columns of both matrices.
// TODO(1)
  __shared__ Tile a_tile, b_tile;
  for (std::size_t first = 0; first < k; first += kTile) {
    a_tile[x][y] = element_or_zero(a, m, k, blockIdx.y * kTile + x, first + y);
    b_tile[x][y] = element_or_zero(b, k, n, first + x, blockIdx.x * kTile + y);
    __syncthreads();
    sum += products_of(a_tile, b_tile);
    __syncthreads();
  }
// END TODO(1)
