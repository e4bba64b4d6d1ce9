// says: that is the exclusive one, which leaves the element itself out
// omits: the index is off by one
// TODO(2)
  for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
    add_step(from, to, distance);
    __syncthreads();
    int* const swap = from;
    from = to;
    to = swap;
  }
  const int before = threadIdx.x == 0 ? 0 : from[threadIdx.x - 1];
  __syncthreads();
  from[threadIdx.x] = before;
// END TODO(2)
