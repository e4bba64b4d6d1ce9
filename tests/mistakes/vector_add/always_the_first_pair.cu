// says: All elements hold what belongs to the first: the index that is read is always 0
// TODO(1)
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    sum[i] = a[0] + b[0];
  }
// END TODO(1)
