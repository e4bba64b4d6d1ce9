// Right, and the layout is good, but lanes are 64 cells apart.
// TODO(3)
  const std::size_t begin = (blockIdx.x * blockDim.x + threadIdx.x) * 64;
  for (std::size_t i = begin; i < begin + 64 && i < n; ++i) {
    temperatures[i * step] += by;
  }
// END TODO(3)
