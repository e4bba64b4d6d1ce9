// A copy that fails ends the function before the memory is freed.
// TODO(4)
  int* on_device = nullptr;
  error = cudaMalloc(&on_device, n * sizeof *on_device);
  if (error == cudaSuccess) {
    error = fill(on_device, n, value, blocks, threads);
    if (error == cudaSuccess) {
      error = cudaMemcpy(values, on_device, n * sizeof *values, cudaMemcpyDeviceToHost);
      if (error != cudaSuccess) {
        cudaGetLastError();
        return error;
      }
    }
    cudaFree(on_device);
  }
  cudaGetLastError();
// END TODO(4)
