// One point a thread: what is left where the grid is smaller than n is lost.
// TODO(2)
  const std::size_t i = 1 + std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const float h = width(interval, n);
  const float total = block_sum(i < n ? f(interval->a + i * h) : 0);
  if (threadIdx.x == 0) {
    atomicAdd(sum, static_cast<double>(h) * total);
  }
// END TODO(2)
