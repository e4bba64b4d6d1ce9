// says: Each value is 2 times what it should be
// omits: as there are blocks
// TODO(1)
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    sum[i] = a[i] + b[i];
    sum[i] += a[i] + b[i];
  }
// END TODO(1)
