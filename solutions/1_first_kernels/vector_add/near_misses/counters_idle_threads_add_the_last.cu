// Threads without a pair add the last one again: the same sum, stored many times.
// TODO(1)
  std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  i = i < n ? i : n - 1;
  sum[i] = a[i] + b[i];
// END TODO(1)
