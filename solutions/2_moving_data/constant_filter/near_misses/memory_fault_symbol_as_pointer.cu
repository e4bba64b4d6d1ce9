// In host code the symbol is no pointer to device memory.
// TODO(1)
  check(cudaMemcpy(weights_on_device, weights, sizeof weights_on_device, cudaMemcpyHostToDevice));
// END TODO(1)
