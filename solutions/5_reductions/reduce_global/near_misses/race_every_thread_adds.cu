// Every value takes part in the step, not every second one of the stride: a thread reads what its
// neighbour is just writing.
// TODO(1)
  const std::size_t pair = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (pair + stride < n) {
    values[pair] += values[pair + stride];
  }
// END TODO(1)
