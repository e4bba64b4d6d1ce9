// says: upload copied 1 byte of 4.
// says: both count bytes
// omits: the source has
// TODO(1)
  check(cudaMalloc(&device, n));
  check(cudaMemcpy(device, host, n, cudaMemcpyHostToDevice));
// END TODO(1)
