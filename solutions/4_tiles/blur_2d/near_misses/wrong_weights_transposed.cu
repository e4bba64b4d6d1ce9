// Rows and columns of the weights are swapped: seen only where these are not symmetric.
// TODO(2)
  __syncthreads();
  for (unsigned y = 0; y < kWidth; ++y) {
    for (unsigned x = 0; x < kWidth; ++x) {
      sum += constant_weights[x * kWidth + y] * tile[threadIdx.y + y][threadIdx.x + x];
    }
  }
// END TODO(2)
