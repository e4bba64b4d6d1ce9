// Right, but thread 0 makes all the steps down, while the others wait.
// TODO(3)
  if (threadIdx.x == 0) {
    slots[slot(kLongestRow - 1)] = 0;
    for (unsigned d = kThreads; d > 0; d /= 2) {
      for (unsigned i = 2 * d - 1; i < kLongestRow; i += 2 * d) {
        const int before = slots[slot(i - d)];
        slots[slot(i - d)] = slots[slot(i)];
        slots[slot(i)] += before;
      }
    }
  }
  __syncthreads();
// END TODO(3)
