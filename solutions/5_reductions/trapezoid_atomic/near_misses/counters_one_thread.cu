// Right, but one thread walks over all points.
// TODO(1)
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    const float h = width(interval, n);
    double mine = 0;
    for (std::size_t i = 1; i < n; ++i) {
      mine += f(interval->a + i * h);
    }
    atomicAdd(sum, h * mine);
  }
// END TODO(1)
