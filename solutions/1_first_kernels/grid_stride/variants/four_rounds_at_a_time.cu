// The loads of four rounds are on their way before the first of them stores.
// TODO(1)
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  for (; i + 3 * stride < n; i += 4 * stride) {
    float sums[4];
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) {
      sums[k] = a * x[i + k * stride] + y[i + k * stride];
    }
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) {
      y[i + k * stride] = sums[k];
    }
  }
  for (; i < n; i += stride) {
    y[i] = a * x[i] + y[i];
  }
// END TODO(1)
