// Rounds the number of blocks down: with less than a block of points there is none.
// TODO(3)
  const unsigned size = (threads + kWarp - 1) / kWarp * kWarp;
  const std::size_t blocks = std::min((n - 1) / size, blocks_at_once(size));
// END TODO(3)
