// says: Only the first 32 elements, those of one warp, were written
// omits: first block
// TODO(1)
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && threadIdx.x < warpSize) {
    sum[i] = a[i] + b[i];
  }
// END TODO(1)
