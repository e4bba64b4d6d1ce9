// Room for n bytes, and as few are copied, where n floats are meant.
// TODO(1)
  check(cudaMalloc(&device, n));
  check(cudaMemcpy(device, host, n, cudaMemcpyHostToDevice));
// END TODO(1)
