// Returns the right error, but a call that failed also leaves its error behind.
// TODO(4)
  int* on_device = nullptr;
  const std::size_t bytes = n * sizeof *on_device;
  error = cudaMalloc(&on_device, bytes);
  if (error == cudaSuccess) {
    error = fill(on_device, n, value, blocks, threads);
  }
  if (error == cudaSuccess) {
    error = cudaMemcpy(values, on_device, bytes, cudaMemcpyDeviceToHost);
  }
  cudaFree(on_device);
// END TODO(4)
