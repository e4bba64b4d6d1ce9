// The address of the symbol is no symbol: the call fails, and check throws.
// TODO(1)
  float* const address = weights_on_device;
  check(cudaMemcpyToSymbol(&address, weights, sizeof weights_on_device));
// END TODO(1)
