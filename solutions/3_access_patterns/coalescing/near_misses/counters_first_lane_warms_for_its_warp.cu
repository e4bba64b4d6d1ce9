// Right, but the first lane of each warp warms all of its 32 structs.
// TODO(1)
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 32 == 0) {
    for (std::size_t k = i; k < i + 32 && k < n; ++k) {
      cells[k].temperature += by;
    }
  }
// END TODO(1)
