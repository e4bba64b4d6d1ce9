// What lies beyond n is left as it was in the tile, and the last outputs read one of these cells.
// TODO(1)
  for (unsigned k = 0; k < kOutputs; k += kThreads) {
    const std::size_t i = first + k + threadIdx.x;
    if (i < n) {
      tile[1 + k + threadIdx.x] = in[i];
    }
  }
  __syncthreads();
// END TODO(1)
