// says: past the end of the 1000-byte allocation
// says: as cudaMalloc counts bytes
// TODO(4)
  int* on_device = nullptr;
  error = cudaMalloc(&on_device, n);
  if (error == cudaSuccess) {
    error = fill(on_device, n, value, blocks, threads);
  }
  if (error == cudaSuccess) {
    error = cudaMemcpy(values, on_device, n * sizeof *values, cudaMemcpyDeviceToHost);
  }
  cudaFree(on_device);
  cudaGetLastError();
// END TODO(4)
