// The name twice, and no description.
// TODO(1)
  if (error != cudaSuccess) {
    std::snprintf(text, capacity, "%s:%d: %s (%s)", file, line, cudaGetErrorName(error),
                  cudaGetErrorName(error));
  }
// END TODO(1)
