// Each point has its width already.
// TODO(3)
  const std::size_t i = 1 + std::size_t{blockIdx.x} * kWarp + threadIdx.x;
  const float h = width(interval, n);
  const float total = warp_sum(i < n ? h * f(interval->a + i * h) : 0);
  if (threadIdx.x == 0) {
    atomicAdd(sum, static_cast<double>(h) * total);
  }
// END TODO(3)
