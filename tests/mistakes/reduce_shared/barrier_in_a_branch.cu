// says: barrier
// omits: values alone
// TODO(1)
  for (unsigned left = blockDim.x; left > 1;) {
    const unsigned half = (left + 1) / 2;
    if (threadIdx.x + half < left) {
      __syncthreads();
      places[threadIdx.x] += places[threadIdx.x + half];
    }
    left = half;
  }
// END TODO(1)
