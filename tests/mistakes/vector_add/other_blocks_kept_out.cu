// says: Only the elements of the first block were written, though 2 blocks ran
// omits: no kernel uses blockIdx
// omits: is blockIdx.x part of the index
// TODO(1)
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i < blockDim.x) {
    sum[i] = a[i] + b[i];
  }
// END TODO(1)
