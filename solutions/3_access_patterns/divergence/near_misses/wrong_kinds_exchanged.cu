// Even elements are shaken, odd ones stirred.
// TODO(2)
  const std::size_t i = element_of(blockIdx.x * blockDim.x + threadIdx.x, n);
  if (i < n) {
    out[i] = i % 2 == 0 ? shaken(in[i]) : stirred(in[i]);
  }
// END TODO(2)
