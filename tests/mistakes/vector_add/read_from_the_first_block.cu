// says: Each block of 256 elements holds what belongs to the first block
// omits: never written
// TODO(1)
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    sum[i] = a[threadIdx.x] + b[threadIdx.x];
  }
// END TODO(1)
