// says: The last element was never written: is a comparison < where it should be <=
// omits: Everything from element
// TODO(1)
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) {
    sum[i] = a[i] + b[i];
  }
// END TODO(1)
