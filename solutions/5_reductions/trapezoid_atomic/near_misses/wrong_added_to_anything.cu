// The threads add to what was there before the call.
// TODO(2)
  const float h = (b - a) / n;
  add_inner_points(a, h, n, integral);
// END TODO(2)
