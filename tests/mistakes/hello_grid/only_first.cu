// says: expected 6 lines, got 2
// omits: thread efficiency
// TODO(3)
  if (threadIdx.x == 0) printf("block %u thread %u rank %u number %d\n", blockIdx.x, threadIdx.x, r, numbers[r]);
// END TODO(3)
