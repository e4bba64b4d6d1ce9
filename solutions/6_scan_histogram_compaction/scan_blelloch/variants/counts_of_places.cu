// Bounds by the number of places in a step, and shifts for products.
// TODO(1)
  unsigned d = 1;
  for (unsigned places = kThreads; places > 0; places >>= 1, d <<= 1) {
    if (threadIdx.x < places) {
      const unsigned right = ((threadIdx.x + 1) * d << 1) - 1;
      slots[slot(right)] = slots[slot(right - d)] + slots[slot(right)];
    }
    __syncthreads();
  }
// END TODO(1)
// TODO(2)
  if (threadIdx.x < kThreads / d) {
    const unsigned right = ((threadIdx.x + 1) * d << 1) - 1;
    const int mine = slots[slot(right)];
    slots[slot(right)] = mine + slots[slot(right - d)];
    slots[slot(right - d)] = mine;
  }
// END TODO(2)
// TODO(3)
  if (threadIdx.x == kThreads - 1) {
    slots[slot(kLongestRow - 1)] = 0;
  }
  for (unsigned d = kThreads; d > 0; d >>= 1) {
    __syncthreads();
    step_down(slots, d);
  }
  __syncthreads();
// END TODO(3)
// TODO(4)
  return i + (i >> 5);
// END TODO(4)
