// Room for n bytes, not for n floats.
// TODO(1)
  check(cudaHostAlloc(&frame, n, cudaHostAllocMapped));
// END TODO(1)
