// Right and quick, but no steps: a thread adds up 32 places one after the other, one warp for all.
// TODO(2)
  const unsigned first = threadIdx.x * kWarp;
  if (first < blockDim.x) {
    for (unsigned i = first + 1; i < first + kWarp; ++i) {
      from[i] += from[i - 1];
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned last = 2 * kWarp - 1; last < blockDim.x; last += kWarp) {
      from[last] += from[last - kWarp];
    }
  }
  __syncthreads();
  if (threadIdx.x >= kWarp && threadIdx.x % kWarp != kWarp - 1) {
    from[threadIdx.x] += from[threadIdx.x / kWarp * kWarp - 1];
  }
// END TODO(2)
