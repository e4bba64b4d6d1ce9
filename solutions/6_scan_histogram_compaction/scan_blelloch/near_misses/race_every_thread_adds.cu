// Each place is its own thread's, as in scan_hillis_steele: places that others read change as well.
// TODO(1)
  for (unsigned d = 1; d < kLongestRow; d *= 2) {
    for (unsigned i = threadIdx.x; i < kLongestRow; i += kThreads) {
      if (i >= d) {
        slots[slot(i)] += slots[slot(i - d)];
      }
    }
    __syncthreads();
  }
// END TODO(1)
