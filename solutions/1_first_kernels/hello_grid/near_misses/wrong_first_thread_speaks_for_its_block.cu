// One line a block is not one line a thread.
// TODO(3)
  if (threadIdx.x == 0) {
    printf("block %u thread %u rank %u number %d\n", blockIdx.x, threadIdx.x, r, numbers[r]);
  }
// END TODO(3)
