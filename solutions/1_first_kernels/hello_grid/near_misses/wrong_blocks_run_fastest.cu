// A number for each thread, but counted across the blocks.
// TODO(2)
  r = threadIdx.x * gridDim.x + blockIdx.x;
  block[r] = blockIdx.x;
  thread[r] = threadIdx.x;
// END TODO(2)
