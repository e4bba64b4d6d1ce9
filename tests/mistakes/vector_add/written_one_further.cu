// says: Each value is what belongs one place earlier: the index is off by one
// omits: exclusive
// TODO(1)
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    sum[(i + 1) % n] = a[i] + b[i];
  }
// END TODO(1)
