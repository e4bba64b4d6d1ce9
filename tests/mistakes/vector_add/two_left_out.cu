// says: though 1 block of 256 threads are threads enough
// omits: The last element was never written
// omits: rounded
// TODO(1)
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 2 < n) {
    sum[i] = a[i] + b[i];
  }
// END TODO(1)
