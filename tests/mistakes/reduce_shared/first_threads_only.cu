// says: The result is the first value alone: the others are not added
// TODO(2)
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  float mine = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
    mine += values[i];
  }
  if (threadIdx.x == 0) {
    atomicAdd(sum, mine);
  }
// END TODO(2)
