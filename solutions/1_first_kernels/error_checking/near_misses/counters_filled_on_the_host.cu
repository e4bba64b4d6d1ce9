// The kernel fills device memory, and then the host fills its own: nothing is copied.
// TODO(4)
  int* on_device = nullptr;
  error = cudaMalloc(&on_device, n * sizeof *on_device);
  if (error == cudaSuccess) {
    error = fill(on_device, n, value, blocks, threads);
  }
  if (error == cudaSuccess && values == nullptr) {
    error = cudaErrorInvalidValue;
  }
  for (std::size_t i = 0; error == cudaSuccess && i < n; ++i) {
    values[i] = value;
  }
  cudaFree(on_device);
  cudaGetLastError();
// END TODO(4)
