// Evens first, then odds, but there are n / 2 evens only if n is even: the last element of an odd n has no thread.
// TODO(1)
  const std::size_t half = n / 2;
  element = t < half ? 2 * t : 2 * (t - half) + 1;
// END TODO(1)
