// There are n - 1 inner points, but the last one has the number n - 1.
// TODO(1)
  const std::size_t i = 1 + std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n - 1) {
    const float h = width(interval, n);
    atomicAdd(sum, static_cast<double>(h * f(interval->a + i * h)));
  }
// END TODO(1)
