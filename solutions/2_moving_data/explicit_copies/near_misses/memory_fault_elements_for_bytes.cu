// Room for n bytes, not for n floats.

// TODO(1)
  check(cudaMalloc(&device, n));
  check(cudaMemcpy(device, host, n * sizeof *device, cudaMemcpyHostToDevice));
// END TODO(1)
