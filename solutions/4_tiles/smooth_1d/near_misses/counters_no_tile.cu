// Right, but each thread reads its three elements from global memory itself.
// TODO(1)
  const std::size_t i = first + threadIdx.x;
  if (i < n) {
    const float left = i > 0 ? in[i - 1] : 0;
    const float right = i + 1 < n ? in[i + 1] : 0;
    out[i] = (left + in[i] + right) / 3;
  }
// END TODO(1)
