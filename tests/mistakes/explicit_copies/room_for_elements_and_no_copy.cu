// says: Where the judge copies 1 float back from what upload returned: cudaMemcpy: the source has 1 byte
// TODO(1)
  check(cudaMalloc(&device, n));
// END TODO(1)
