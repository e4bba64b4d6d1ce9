// Streams that do not wait for the default stream; one wait for all.
// TODO(1)
  for (cudaStream_t& stream : streams) {
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  }
// END TODO(1)
// TODO(4)
  check(cudaDeviceSynchronize());
// END TODO(4)
