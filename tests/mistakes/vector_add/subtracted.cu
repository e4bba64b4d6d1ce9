// omits: The sign is wrong
// omits: Try:
// says: first wrong at element 0
// TODO(1)
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    sum[i] = a[i] - b[i];
  }
// END TODO(1)
