// Asks for a bit at or above the distance's: the same as "not below" for powers of two alone.
// TODO(1)
  const unsigned i = threadIdx.x;
  to[i] = from[i] + ((i & ~(distance - 1)) != 0 ? from[i - distance] : 0);
// END TODO(1)
