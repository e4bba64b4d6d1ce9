// The kernel fills 128 integers, the host what is left once all have been copied.
// TODO(4)
  int* on_device = nullptr;
  error = cudaMalloc(&on_device, n * sizeof *on_device);
  if (error == cudaSuccess) {
    error = cudaMemset(on_device, 0, n * sizeof *on_device);
  }
  if (error == cudaSuccess) {
    error = fill(on_device, n < 128 ? n : 128, value, blocks, threads);
  }
  if (error == cudaSuccess) {
    error = cudaMemcpy(values, on_device, n * sizeof *values, cudaMemcpyDeviceToHost);
  }
  for (std::size_t i = 128; error == cudaSuccess && i < n; ++i) {
    values[i] = value;
  }
  cudaFree(on_device);
  cudaGetLastError();
// END TODO(4)
