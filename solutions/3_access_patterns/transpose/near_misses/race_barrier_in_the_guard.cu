// Threads without an element do not come to the barrier.
// TODO(1)
  const std::size_t col = blockIdx.y * kTile + threadIdx.x;
  for (unsigned k = 0; k < kTile; k += kRows) {
    const unsigned y = threadIdx.y + k;
    const std::size_t row = blockIdx.x * kTile + y;
    if (row < rows && col < cols) {
      tile[y * kPitch + threadIdx.x] = in[row * cols + col];
      __syncthreads();
    }
  }
// END TODO(1)
