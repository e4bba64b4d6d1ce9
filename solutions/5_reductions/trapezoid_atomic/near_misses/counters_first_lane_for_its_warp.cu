// Right, but the first lane of each warp computes all of its 32 points.
// TODO(1)
  const std::size_t i = 1 + std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const float h = width(interval, n);
  if (threadIdx.x % 32 == 0) {
    for (std::size_t k = i; k < i + 32 && k < n; ++k) {
      atomicAdd(sum, static_cast<double>(h * f(interval->a + k * h)));
    }
  }
// END TODO(1)
