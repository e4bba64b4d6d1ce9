// The total stays at the root and goes down the tree into every sum.
// TODO(3)
  for (unsigned d = kThreads; d > 0; d /= 2) {
    step_down(slots, d);
    __syncthreads();
  }
// END TODO(3)
