// says: bytes
// omits: No kernel was launched
// TODO(2)
  check(cudaMemcpy(host, device, n, cudaMemcpyDeviceToHost));
// END TODO(2)
