// Threads beyond the last pair come round to small places again where 2^32 is passed.
// TODO(1)
  const unsigned pair = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned i = pair * 2 * static_cast<unsigned>(stride);
  if (i + stride < n) {
    values[i] += values[i + stride];
  }
// END TODO(1)
