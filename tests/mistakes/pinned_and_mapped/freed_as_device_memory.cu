// says: is pinned host memory
// says: cudaFreeHost
// TODO(2)
  check(cudaFree(frame));
// END TODO(2)
