// says: expected 6 lines, got 1
// says: Try: Everything stands in one line: end each text with \n.
// TODO(3)
  printf("block %u thread %u rank %u number %d", blockIdx.x, threadIdx.x, r, numbers[r]);
// END TODO(3)
