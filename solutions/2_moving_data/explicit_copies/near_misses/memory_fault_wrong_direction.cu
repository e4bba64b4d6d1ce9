// Destination and source are right, the direction is not.

// TODO(2)
  check(cudaMemcpy(host, device, n * sizeof *host, cudaMemcpyHostToDevice));
// END TODO(2)
