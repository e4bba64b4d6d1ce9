// Right, but launches the kernel itself, and once more than there is something to add.
// TODO(2)
  for (std::size_t stride = 1; n > 0 && stride <= n; stride *= 2) {
    const std::size_t blocks = (n / (2 * stride) + kThreads) / kThreads;
    step_kernel<<<static_cast<unsigned>(blocks), kThreads>>>(values, n, stride);
  }
// END TODO(2)
