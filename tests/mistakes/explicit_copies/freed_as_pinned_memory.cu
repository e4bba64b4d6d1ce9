// says: is device memory
// says: with cudaFree.
// TODO(4)
  check(cudaFreeHost(x_on_device));
  check(cudaFreeHost(y_on_device));
// END TODO(4)
