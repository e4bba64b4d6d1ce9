// says: past the end of
// omits: put the access inside if (i < n)
// TODO(1)
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) {
    sum[i] = a[i] + b[i];
  }
// END TODO(1)
