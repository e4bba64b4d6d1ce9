// Right, but all threads wait for the same address, once for each value.
// TODO(2)
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
    atomicAdd(sum, values[i]);
  }
// END TODO(2)
