// Right, but the first thread does the work of all others.
// TODO(1)
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    for (std::size_t i = 0; i < n; ++i) {
      sum[i] = a[i] + b[i];
    }
  }
// END TODO(1)
