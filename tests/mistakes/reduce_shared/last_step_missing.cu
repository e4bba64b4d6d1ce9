// says: Only every second value is in the sum
// TODO(1)
  for (unsigned left = blockDim.x; left > 2;) {
    __syncthreads();
    const unsigned half = (left + 1) / 2;
    if (threadIdx.x + half < left) {
      places[threadIdx.x] += places[threadIdx.x + half];
    }
    left = half;
  }
// END TODO(1)
