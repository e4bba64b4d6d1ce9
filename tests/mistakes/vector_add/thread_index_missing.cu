// says: no kernel uses threadIdx, so all threads of a block do the same
// TODO(1)
  const std::size_t i = blockIdx.x;
  if (i < n) {
    sum[i] = a[i] + b[i];
  }
// END TODO(1)
