// Right, but one of the arrays stays allocated.

// TODO(4)
  check(cudaFree(y_on_device));
// END TODO(4)
