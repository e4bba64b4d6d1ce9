// Waits once, before the tree, but not between its steps: the next step reads what other warps are
// still adding.
// TODO(1)
  __syncthreads();
  for (unsigned left = blockDim.x; left > 1;) {
    const unsigned half = (left + 1) / 2;
    if (threadIdx.x + half < left) {
      places[threadIdx.x] += places[threadIdx.x + half];
    }
    left = half;
  }
// END TODO(1)
