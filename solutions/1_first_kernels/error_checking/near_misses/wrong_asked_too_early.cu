// The kernel may still run: cudaGetLastError does not wait for it.
// TODO(3)
  error = cudaGetLastError();
// END TODO(3)
