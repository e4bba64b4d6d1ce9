// Stops at half of n: right for powers of two only.
// TODO(2)
  for (std::size_t stride = 1; stride <= n / 2; stride *= 2) {
    reduce_step(values, n, stride);
  }
// END TODO(2)
