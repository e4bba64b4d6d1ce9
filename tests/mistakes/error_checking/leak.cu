// says: host memory for 9, 3 blocks of 128 threads
// TODO(4)
  int* d = nullptr;
  error = cudaMalloc(&d, n * sizeof(int));
  if (error == cudaSuccess) error = fill(d, n, value, blocks, threads);
  if (error == cudaSuccess) error = cudaMemcpy(values, d, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
// END TODO(4)
