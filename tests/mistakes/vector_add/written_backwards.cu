// says: The values are right but in reverse order
// omits: off by one
// TODO(1)
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    sum[n - 1 - i] = a[i] + b[i];
  }
// END TODO(1)
