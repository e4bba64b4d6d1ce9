// says: cudaMemcpyDeviceToHost
// omits: as many bytes as it has elements
// TODO(2)
  check(cudaMemcpy(host, device, n * sizeof *host, cudaMemcpyHostToDevice));
// END TODO(2)
