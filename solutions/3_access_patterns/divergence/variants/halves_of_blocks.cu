// Each block sorts its own elements: the first four warps take the evens.
// TODO(1)
  const std::size_t block = t / kThreads * kThreads;
  const std::size_t mine = t % kThreads;
  element = block + 2 * (mine % (kThreads / 2)) + mine / (kThreads / 2);
// END TODO(1)
// TODO(2)
  const std::size_t i = element_of(blockIdx.x * blockDim.x + threadIdx.x, n);
  if (i >= n) {
    return;
  }
  if ((i & 1) != 0) {
    out[i] = shaken(in[i]);
  } else {
    out[i] = stirred(in[i]);
  }
// END TODO(2)
