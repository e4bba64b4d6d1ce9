// says: The first element was never written: is the case of index 0 left out
// TODO(1)
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (i < n) {
    sum[i] = a[i] + b[i];
  }
// END TODO(1)
