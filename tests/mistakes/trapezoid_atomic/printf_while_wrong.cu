// says: expected
// says: ends: 
// omits: take printf out
// TODO(2)
  const float ends = f(interval->a) + f(interval->b);
  printf("ends: %g\n", ends);
  *integral = width(interval, n) * ends;
// END TODO(2)
