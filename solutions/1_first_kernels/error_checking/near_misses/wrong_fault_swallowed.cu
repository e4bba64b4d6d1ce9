// Waits, but does not look at what came of it.
// TODO(3)
  cudaDeviceSynchronize();
// END TODO(3)
