// says: The answer is right, but kernels of store_ends printed
// says: take printf out of the kernels
// TODO(2)
  const float ends = (f(interval->a) + f(interval->b)) / 2;
  printf("ends: %g\n", ends);
  *integral = width(interval, n) * ends;
// END TODO(2)
