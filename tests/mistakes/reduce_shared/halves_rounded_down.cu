// says: a tree over 31 places whose steps halve their number and round down
// TODO(1)
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      places[threadIdx.x] += places[threadIdx.x + half];
    }
    __syncthreads();
  }
// END TODO(1)
