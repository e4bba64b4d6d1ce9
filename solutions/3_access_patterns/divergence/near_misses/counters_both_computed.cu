// Right, and no branch diverges, but every lane does the work of both kinds.
// TODO(2)
  const std::size_t i = element_of(blockIdx.x * blockDim.x + threadIdx.x, n);
  if (i < n) {
    const unsigned even = stirred(in[i]);
    const unsigned odd = shaken(in[i]);
    out[i] = i % 2 == 0 ? even : odd;
  }
// END TODO(2)
