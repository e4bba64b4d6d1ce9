// Right, but the first warp does all additions of each step, while fifteen wait.
// TODO(1)
  for (unsigned d = 1; d < kLongestRow; d *= 2) {
    unsigned i = (threadIdx.x + 1) * 2 * d - 1;
    for (; i < kLongestRow && threadIdx.x < 32; i += 64 * d) {
      slots[slot(i)] += slots[slot(i - d)];
    }
    __syncthreads();
  }
// END TODO(1)
