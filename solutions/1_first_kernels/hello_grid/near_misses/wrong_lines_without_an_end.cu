// Without the end of line all threads share one line.
// TODO(3)
  printf("block %u thread %u rank %u number %d ", blockIdx.x, threadIdx.x, r, numbers[r]);
// END TODO(3)
