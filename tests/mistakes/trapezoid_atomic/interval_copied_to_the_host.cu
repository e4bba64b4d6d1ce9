// says: copied 8 bytes from the device to the host, where none may be
// says: Let kernels compute
// TODO(3)
  Interval on_host;
  cudaMemcpy(&on_host, interval, sizeof on_host, cudaMemcpyDeviceToHost);
  store_ends(interval, n, integral);
  add_inner_points(interval, n, integral);
// END TODO(3)
