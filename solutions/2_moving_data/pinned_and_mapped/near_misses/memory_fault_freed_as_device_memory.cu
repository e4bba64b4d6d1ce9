// cudaFree is for device memory.
// TODO(2)
  check(cudaFree(frame));
// END TODO(2)
