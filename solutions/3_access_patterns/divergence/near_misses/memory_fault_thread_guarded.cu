// A thread below n may have an element that is not.
// TODO(2)
  const std::size_t t = blockIdx.x * blockDim.x + threadIdx.x;
  const std::size_t i = element_of(t, n);
  if (t < n) {
    out[i] = i % 2 == 0 ? stirred(in[i]) : shaken(in[i]);
  }
// END TODO(2)
