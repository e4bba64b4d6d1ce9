// The wait comes before each step; at the end each thread reads what it wrote itself.
// TODO(2)
  for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
    __syncthreads();
    add_step(from, to, distance);
    int* const swap = from;
    from = to;
    to = swap;
  }
// END TODO(2)
