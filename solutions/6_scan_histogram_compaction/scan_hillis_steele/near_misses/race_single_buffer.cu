// One buffer is enough only if nobody reads a place that its owner has increased already.
// TODO(2)
  for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
    add_step(from, from, distance);
    __syncthreads();
  }
// END TODO(2)
