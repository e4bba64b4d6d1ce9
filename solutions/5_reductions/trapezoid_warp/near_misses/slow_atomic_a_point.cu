// Right, but the warp's sum is left out.
// TODO(3)
  const std::size_t i = 1 + std::size_t{blockIdx.x} * kWarp + threadIdx.x;
  if (i < n) {
    const float h = width(interval, n);
    atomicAdd(sum, static_cast<double>(h) * f(interval->a + i * h));
  }
// END TODO(3)
