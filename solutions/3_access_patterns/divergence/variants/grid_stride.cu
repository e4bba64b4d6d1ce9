// A loop over all threads that there would be, with branches in place of a choice.
// TODO(2)
  const std::size_t threads = (n + kThreads - 1) / kThreads * kThreads;
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t t = blockIdx.x * blockDim.x + threadIdx.x; t < threads; t += step) {
    const std::size_t i = element_of(t, n);
    if (i < n && i % 2 == 1) {
      out[i] = shaken(in[i]);
    } else if (i < n) {
      out[i] = stirred(in[i]);
    }
  }
// END TODO(2)
