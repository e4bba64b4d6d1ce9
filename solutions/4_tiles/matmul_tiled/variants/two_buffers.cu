// Two pairs of tiles in turn, so that one barrier a step is enough.
// TODO(1)
  __shared__ float a_tiles[2][kTile][kTile];
  __shared__ float b_tiles[2][kTile][kTile];
  unsigned turn = 0;
  for (std::size_t first = 0; first < k; first += kTile, turn = 1 - turn) {
    a_tiles[turn][y][x] = element_or_zero(a, m, k, row, first + x);
    b_tiles[turn][y][x] = element_or_zero(b, k, n, first + y, col);
    __syncthreads();
#pragma unroll
    for (unsigned l = 0; l < kTile; ++l) {
      sum = fmaf(a_tiles[turn][y][l], b_tiles[turn][l][x], sum);
    }
  }
// END TODO(1)
