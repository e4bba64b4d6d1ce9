// The first half of the grid has the evens: one warp at the seam may have both kinds.
// TODO(1)
  const std::size_t evens = (n + 1) / 2;
  element = t < evens ? 2 * t : 2 * (t - evens) + 1;
// END TODO(1)
