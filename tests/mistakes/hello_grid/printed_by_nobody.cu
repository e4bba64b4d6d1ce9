// says: expected 1 line, got 0
// says: Try: No kernel printed anything: printf belongs into the kernel
// TODO(3)
  if (r > 1000000) {
    printf("block %u thread %u rank %u number %d\n", blockIdx.x, threadIdx.x, r, numbers[r]);
  }
// END TODO(3)
