// says: Only the first 8 bytes of the array were set, as many as a pointer has
// omits: NaN appears
// TODO(1)
  check(cudaMemcpyToSymbol(weights_on_device, weights, sizeof(weights)));
// END TODO(1)
