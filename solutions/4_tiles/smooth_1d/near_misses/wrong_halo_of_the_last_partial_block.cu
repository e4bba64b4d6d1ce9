// Threads beyond n put nothing into the tile: the last output of a partial block reads a cell that nobody filled.
// TODO(1)
  for (unsigned k = 0; k < kOutputs; k += kThreads) {
    const std::size_t i = first + k + threadIdx.x;
    if (i < n) {
      tile[1 + k + threadIdx.x] = in[i];
    }
  }
  __syncthreads();
// END TODO(1)
