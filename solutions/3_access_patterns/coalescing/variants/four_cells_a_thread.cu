// Loads of 16 bytes where the layout allows them; the last cells one by one.
// TODO(2)
    places[field] = Place{field * ((n + 31) / 32 * 32), 1};
// END TODO(2)
// TODO(3)
  const std::size_t i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (i + 4 <= n) {
    float4* four = reinterpret_cast<float4*>(temperatures + i);
    const float4 old = *four;
    *four = make_float4(old.x + by, old.y + by, old.z + by, old.w + by);
  } else {
    for (std::size_t k = i; k < n; ++k) {
      temperatures[k * step] += by;
    }
  }
// END TODO(3)
