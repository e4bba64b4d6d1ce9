// Right, but one more block than needed where n is a multiple of the block size.
// TODO(2)
  const auto blocks = static_cast<unsigned>(n / kThreads + 1);
// END TODO(2)
