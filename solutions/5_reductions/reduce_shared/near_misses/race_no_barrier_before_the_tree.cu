// Waits after each step, but not before the first, which reads what other threads have just put
// into their places.
// TODO(1)
  for (unsigned left = blockDim.x; left > 1;) {
    const unsigned half = (left + 1) / 2;
    if (threadIdx.x + half < left) {
      places[threadIdx.x] += places[threadIdx.x + half];
    }
    left = half;
    __syncthreads();
  }
// END TODO(1)
