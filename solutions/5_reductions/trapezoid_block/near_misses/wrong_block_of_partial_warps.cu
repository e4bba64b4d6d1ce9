// Launches as many threads as the caller says: the last warp has lanes missing that the mask names.
// TODO(3)
  const unsigned size = threads;
  const std::size_t blocks = std::min((n - 1 + size - 1) / size, blocks_at_once(size));
// END TODO(3)
