// Waits for an event behind the kernel instead of for the device.
// TODO(2)
  if (const cudaError_t launched = cudaGetLastError(); launched != cudaSuccess) {
    return launched;
  }
// END TODO(2)
// TODO(3)
  cudaEvent_t done = nullptr;
  error = cudaEventCreate(&done);
  if (error == cudaSuccess) {
    cudaEventRecord(done);
    error = cudaEventSynchronize(done);
    cudaEventDestroy(done);
  }
// END TODO(3)
