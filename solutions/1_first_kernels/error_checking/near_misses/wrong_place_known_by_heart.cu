// File and line of the example, whatever the caller says.
// TODO(1)
  if (error != cudaSuccess) {
    snprintf(text, capacity, "src/kernels.cu:42: %s (%s)", cudaGetErrorString(error),
             cudaGetErrorName(error));
  }
// END TODO(1)
