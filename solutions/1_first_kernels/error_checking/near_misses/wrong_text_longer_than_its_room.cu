// sprintf does not know how much room there is.
// TODO(1)
  if (error != cudaSuccess) {
    std::sprintf(text, "%s:%d: %s (%s)", file, line, cudaGetErrorString(error),
                 cudaGetErrorName(error));
  }
// END TODO(1)
