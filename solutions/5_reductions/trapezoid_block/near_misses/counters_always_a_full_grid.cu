// As many blocks as can run at the same time, however few points there are.
// TODO(3)
  const unsigned size = (threads + kWarp - 1) / kWarp * kWarp;
  const std::size_t blocks = blocks_at_once(size);
// END TODO(3)
