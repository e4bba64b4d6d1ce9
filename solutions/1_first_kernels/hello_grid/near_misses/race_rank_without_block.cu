// threadIdx.x counts within a block only: all blocks store at the same places.
// TODO(2)
  r = threadIdx.x;
  block[r] = blockIdx.x;
  thread[r] = threadIdx.x;
// END TODO(2)
