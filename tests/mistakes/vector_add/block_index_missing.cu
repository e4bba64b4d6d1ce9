// says: no kernel uses blockIdx, so every block does the work of the first
// omits: rounded
// TODO(1)
  const std::size_t i = threadIdx.x;
  if (i < n) {
    sum[i] = a[i] + b[i];
  }
// END TODO(1)
