// threadIdx.x alone is the number in the block: all blocks add the same pairs.
// TODO(1)
  const std::size_t i = threadIdx.x;
  if (i < n) {
    sum[i] = a[i] + b[i];
  }
// END TODO(1)
