// The interval is device memory: the host can neither read it nor write *integral.
// TODO(3)
  const float h = (interval->b - interval->a) / n;
  *integral = 2 / (1 + interval->a * interval->a) * h + 2 / (1 + interval->b * interval->b) * h;
  add_inner_points(interval, n, integral);
// END TODO(3)
