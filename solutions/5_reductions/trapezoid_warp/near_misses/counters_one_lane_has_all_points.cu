// Right, but lane 0 computes the points of its whole warp.
// TODO(3)
  const float h = width(interval, n);
  float mine = 0;
  if (threadIdx.x == 0) {
    for (std::size_t k = 1; k <= kWarp; ++k) {
      const std::size_t i = std::size_t{blockIdx.x} * kWarp + k;
      if (i < n) mine += f(interval->a + i * h);
    }
  }
  const float total = warp_sum(mine);
  if (threadIdx.x == 0) atomicAdd(sum, h * total);
// END TODO(3)
