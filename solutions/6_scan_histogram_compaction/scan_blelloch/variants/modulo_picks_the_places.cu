// Place i is thread i's or thread i - kThreads's, as scan_hillis_steele has it: right, though warps
// diverge.
// TODO(1)
  for (unsigned d = 1; d < kLongestRow; d *= 2) {
    for (unsigned i = threadIdx.x; i < kLongestRow; i += kThreads) {
      if ((i + 1) % (2 * d) == 0) {
        slots[slot(i)] += slots[slot(i - d)];
      }
    }
    __syncthreads();
  }
// END TODO(1)
