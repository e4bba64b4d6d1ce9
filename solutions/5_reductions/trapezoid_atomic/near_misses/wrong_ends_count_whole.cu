// The ends belong to one trapezoid each, so only half of them counts.
// TODO(2)
  const float h = (b - a) / n;
  const double ends = h * (f(a) + f(b));
  cudaMemcpy(integral, &ends, sizeof ends, cudaMemcpyHostToDevice);
  add_inner_points(a, h, n, integral);
// END TODO(2)
