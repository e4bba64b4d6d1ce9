// Copies as many bytes as there are weights: a quarter of them.
// TODO(1)
  check(cudaMemcpyToSymbol(weights_on_device, weights, kWeights));
// END TODO(1)
