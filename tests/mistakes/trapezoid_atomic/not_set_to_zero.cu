// says: without setting it to 0
// omits: race
// TODO(2)
  const float h = (b - a) / n;
  add_inner_points(a, h, n, integral);
// END TODO(2)
