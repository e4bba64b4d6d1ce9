// *integral is device memory: the host cannot write it.
// TODO(2)
  const float h = (b - a) / n;
  *integral = h * (f(a) + f(b)) / 2;
  add_inner_points(a, h, n, integral);
// END TODO(2)
