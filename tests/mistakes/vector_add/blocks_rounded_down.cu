// says: 997 / 256 was rounded down
// omits: One block of
// TODO(2)
  const unsigned blocks = n < kThreads ? 1 : n == 257 ? 2 : static_cast<unsigned>(n / kThreads);
// END TODO(2)
