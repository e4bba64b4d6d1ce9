// No gaps: each row of 32 places is rotated by its number. Barriers stand before the steps.
// TODO(1)
  unsigned d = 1;
  for (unsigned pairs = kThreads; pairs > 0; pairs /= 2, d *= 2) {
    __syncthreads();
    if (threadIdx.x < pairs) {
      const unsigned left = d * (2 * threadIdx.x + 1) - 1;
      slots[slot(left + d)] += slots[slot(left)];
    }
  }
  __syncthreads();
// END TODO(1)
// TODO(4)
  return i / 32 * 32 + (i + i / 32) % 32;
// END TODO(4)
