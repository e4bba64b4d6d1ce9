// Right as long as nothing fails: the errors of both calls are dropped.
// TODO(1)
  cudaMalloc(&device, n * sizeof(float));
  cudaMemcpy(device, host, n * sizeof(float), cudaMemcpyHostToDevice);
// END TODO(1)
