// says: upload copied 1 byte of 4
// omits: by the same amount
// TODO(1)
  check(cudaMalloc(&device, n * sizeof *device));
  check(cudaMemcpy(device, host, n, cudaMemcpyHostToDevice));
// END TODO(1)
