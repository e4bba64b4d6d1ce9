// says: freed
// TODO(4)
  check(cudaFree(y_on_device));
  check(cudaFree(y_on_device));
// END TODO(4)
