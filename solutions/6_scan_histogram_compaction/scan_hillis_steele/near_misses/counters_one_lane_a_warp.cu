// Right and quick, but no steps: one lane adds up the places of its warp, one after the other.
// TODO(2)
  if (threadIdx.x % kWarp == 0) {
    for (unsigned i = threadIdx.x + 1; i < threadIdx.x + kWarp; ++i) {
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
