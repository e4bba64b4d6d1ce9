// The place at the distance itself has a partner, too: place 0.
// TODO(1)
  const unsigned i = threadIdx.x;
  to[i] = from[i] + (i > distance ? from[i - distance] : 0);
// END TODO(1)
