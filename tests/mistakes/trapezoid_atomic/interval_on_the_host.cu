// says: device memory
// TODO(3)
  const float h = (interval->b - interval->a) / n;
  const double ends = h * 2;
  cudaMemcpy(integral, &ends, sizeof ends, cudaMemcpyHostToDevice);
  add_inner_points(interval, n, integral);
// END TODO(3)
