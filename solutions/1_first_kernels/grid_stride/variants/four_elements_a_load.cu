// Loads and stores of 16 bytes, the rest one by one.
// TODO(1)
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  const std::size_t mine = blockIdx.x * blockDim.x + threadIdx.x;
  const float4* x4 = reinterpret_cast<const float4*>(x);
  float4* y4 = reinterpret_cast<float4*>(y);
  for (std::size_t i = mine; i < n / 4; i += stride) {
    const float4 p = x4[i], q = y4[i];
    y4[i] = make_float4(a * p.x + q.x, a * p.y + q.y, a * p.z + q.z, a * p.w + q.w);
  }
  for (std::size_t i = n / 4 * 4 + mine; i < n; i += stride) {
    y[i] = a * x[i] + y[i];
  }
// END TODO(1)
