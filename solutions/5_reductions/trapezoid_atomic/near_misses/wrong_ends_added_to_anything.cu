// The share of the ends is added to what was there before.
// TODO(2)
  const float ends = (f(interval->a) + f(interval->b)) / 2;
  *integral += width(interval, n) * ends;
// END TODO(2)
