// says: The wrong elements were never written
// omits: every second
// TODO(1)
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && (i % 2 == 0 || i > 250)) {
    sum[i] = a[i] + b[i];
  }
// END TODO(1)
