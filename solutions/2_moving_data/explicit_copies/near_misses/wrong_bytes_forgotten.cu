// Copies n bytes, a quarter of the array.

// TODO(2)
  check(cudaMemcpy(host, device, n, cudaMemcpyDeviceToHost));
// END TODO(2)
