// says: The last point, b, is in the sum once more
// TODO(2)
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  const float h = width(interval, n);
  float mine = 0;
  for (std::size_t i = 1 + std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i <= n; i += step) {
    mine += f(interval->a + i * h);
  }
  const float total = block_sum(mine);
  if (threadIdx.x == 0) {
    atomicAdd(sum, static_cast<double>(h) * total);
  }
// END TODO(2)
