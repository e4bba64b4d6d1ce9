// Warms n floats, not the temperatures of n cells.
// TODO(1)
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    (&cells->temperature)[i] += by;
  }
// END TODO(1)
