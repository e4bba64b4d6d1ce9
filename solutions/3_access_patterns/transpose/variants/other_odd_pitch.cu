// Any odd pitch is free of conflicts; the guards outside of the loops.
// TODO(1)
  const std::size_t col = blockIdx.y * kTile + threadIdx.x;
  const std::size_t top = blockIdx.x * kTile;
  if (col < cols) {
    for (unsigned y = threadIdx.y; y < kTile && top + y < rows; y += kRows) {
      tile[y * kPitch + threadIdx.x] = in[(top + y) * cols + col];
    }
  }
  __syncthreads();
// END TODO(1)
// TODO(3)
constexpr unsigned kPitch = kTile + 5;
// END TODO(3)
