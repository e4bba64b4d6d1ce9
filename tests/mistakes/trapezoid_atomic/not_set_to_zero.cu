// says: nobody else set the result
// omits: race
// TODO(2)
  const float h = (b - a) / n;
  add_inner_points(a, h, n, integral);
// END TODO(2)
