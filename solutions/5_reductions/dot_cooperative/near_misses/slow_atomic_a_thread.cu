// Right, but every thread waits for the same address, once for each of its pairs.
// TODO(3)
  const auto grid = cg::this_grid();
  for (std::size_t i = grid.thread_rank(); i < n; i += grid.size()) {
    atomicAdd(dot, a[i] * b[i]);
  }
// END TODO(3)
