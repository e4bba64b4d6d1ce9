// For n = 0 the launch is refused.
// TODO(2)
  const auto blocks = static_cast<unsigned>((n + kThreads - 1) / kThreads);
// END TODO(2)
