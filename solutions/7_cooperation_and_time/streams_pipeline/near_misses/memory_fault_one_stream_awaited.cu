// Waits for the first stream only.
// TODO(4)
  check(cudaStreamSynchronize(streams[0]));
// END TODO(4)
