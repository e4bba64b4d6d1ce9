// says: 3 of 6 lines differ
// omits: element 3
// TODO(3)
  printf("block %u thread %u rank %u number %d\n", blockIdx.x, threadIdx.x, r, numbers[threadIdx.x]);
// END TODO(3)
