// The number of the thread with its bits in another order.
// TODO(1)
  element = (t & ~std::size_t{63}) | ((t & 31) << 1) | (t >> 5 & 1);
// END TODO(1)
// TODO(2)
  const std::size_t t = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t i = element_of(t, n);
  switch (i < n ? i & 1 : 2) {
    case 0: out[i] = stirred(in[i]); break;
    case 1: out[i] = shaken(in[i]);
  }
// END TODO(2)
