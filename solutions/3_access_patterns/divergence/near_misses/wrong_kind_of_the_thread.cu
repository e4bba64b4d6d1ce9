// The kind is that of the element, not that of the thread.
// TODO(2)
  const std::size_t t = blockIdx.x * blockDim.x + threadIdx.x;
  const std::size_t i = element_of(t, n);
  if (i < n) {
    out[i] = t % 2 == 0 ? stirred(in[i]) : shaken(in[i]);
  }
// END TODO(2)
