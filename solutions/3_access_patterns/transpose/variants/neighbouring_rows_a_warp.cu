// Each warp has four neighbouring rows, instead of every eighth.
// TODO(1)
  const std::size_t col = blockIdx.y * kTile + threadIdx.x;
  for (unsigned k = 0; k < kTile / kRows; ++k) {
    const unsigned y = threadIdx.y * (kTile / kRows) + k;
    const std::size_t row = blockIdx.x * kTile + y;
    if (row < rows && col < cols) {
      tile[y * kPitch + threadIdx.x] = in[row * cols + col];
    }
  }
  __syncthreads();
// END TODO(1)
// TODO(2)
  const std::size_t row = blockIdx.x * kTile + threadIdx.x;
  for (unsigned k = 0; k < kTile / kRows; ++k) {
    const unsigned y = threadIdx.y * (kTile / kRows) + k;
    const std::size_t col = blockIdx.y * kTile + y;
    if (row < rows && col < cols) {
      out[col * rows + row] = tile[threadIdx.x * kPitch + y];
    }
  }
// END TODO(2)
