// Thread 0 takes point 0, which the host has counted as an end.
// TODO(1)
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(sum, static_cast<double>(h * f(a + i * h)));
  }
// END TODO(1)
