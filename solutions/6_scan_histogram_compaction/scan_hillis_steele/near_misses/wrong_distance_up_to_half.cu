// Half of a block that is no power of two is no step: the last one is missing.
// TODO(2)
  for (unsigned distance = 1; distance <= blockDim.x / 2; distance *= 2) {
    add_step(from, to, distance);
    __syncthreads();
    int* const swap = from;
    from = to;
    to = swap;
  }
// END TODO(2)
