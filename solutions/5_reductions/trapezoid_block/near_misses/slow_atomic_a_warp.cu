// Right, but every warp goes to global memory for each of its points.
// TODO(2)
  const float h = width(interval, n);
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t first = 1 + std::size_t{blockIdx.x} * blockDim.x; first < n; first += step) {
    const std::size_t i = first + threadIdx.x;
    const float total = warp_sum(i < n ? f(interval->a + i * h) : 0);
    if (threadIdx.x % kWarp == 0) {
      atomicAdd(sum, static_cast<double>(h) * total);
    }
  }
// END TODO(2)
