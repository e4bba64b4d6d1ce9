// Two rounds at a time, and a last one by itself in place of an element that is updated twice.
// TODO(1)
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  for (; i + stride < n; i += 2 * stride) {
    const float first = a * x[i] + y[i], second = a * x[i + stride] + y[i + stride];
    y[i] = first;
    y[i + stride] = second;
  }
  if (i < n) {
    y[i] = a * x[i] + y[i];
  }
// END TODO(1)
