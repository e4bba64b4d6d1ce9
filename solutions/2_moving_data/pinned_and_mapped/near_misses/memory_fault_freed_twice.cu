// Freed here, and once more.
// TODO(2)
  check(cudaFreeHost(frame));
  cudaFreeHost(frame);
// END TODO(2)
