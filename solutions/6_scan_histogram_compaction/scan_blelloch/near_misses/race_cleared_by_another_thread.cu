// The last thread clears the last place, and thread 0 uses it without waiting.
// TODO(3)
  if (threadIdx.x == kThreads - 1) {
    slots[slot(kLongestRow - 1)] = 0;
  }
  for (unsigned d = kThreads; d > 0; d /= 2) {
    step_down(slots, d);
    __syncthreads();
  }
// END TODO(3)
