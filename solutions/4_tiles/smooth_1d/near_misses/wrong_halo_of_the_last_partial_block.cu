// Threads beyond n put nothing into the tile: the last output of a partial block reads a cell that nobody filled.
// TODO(1)
  const std::size_t i = first + threadIdx.x;
  const unsigned place = threadIdx.x + 1;
  if (i < n) {
    tile[place] = in[i];
  }
  __syncthreads();
  if (i < n) {
    out[i] = (tile[place - 1] + tile[place] + tile[place + 1]) / 3;
  }
// END TODO(1)
