// The same elements in the opposite order, and the device's properties from one structure.
// TODO(1)
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  const std::size_t mine = blockIdx.x * blockDim.x + threadIdx.x;
  std::size_t left = mine < n ? (n - mine + stride - 1) / stride : 0;
  while (left-- > 0) {
    const std::size_t i = mine + left * stride;
    y[i] = fmaf(a, x[i], y[i]);
  }
// END TODO(1)
// TODO(2)
  cudaDeviceProp properties{};
  cudaGetDeviceProperties(&properties, 0);
  resident = properties.multiProcessorCount * (properties.maxThreadsPerMultiProcessor / threads);
// END TODO(2)
