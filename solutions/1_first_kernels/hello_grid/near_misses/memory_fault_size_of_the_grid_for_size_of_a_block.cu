// gridDim.x is the number of blocks, not the size of one.
// TODO(2)
  r = blockIdx.x * gridDim.x + threadIdx.x;
  block[r] = blockIdx.x;
  thread[r] = threadIdx.x;
// END TODO(2)
