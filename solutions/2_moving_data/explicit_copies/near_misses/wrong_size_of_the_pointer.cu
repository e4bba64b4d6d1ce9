// sizeof host is the size of a pointer: twice as many bytes as there are.
// TODO(1)
  check(cudaMalloc(&device, n * sizeof host));
  check(cudaMemcpy(device, host, n * sizeof host, cudaMemcpyHostToDevice));
// END TODO(1)
