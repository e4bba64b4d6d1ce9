// Places with nobody before them read in front of the array.
// TODO(1)
  const unsigned i = threadIdx.x;
  to[i] = from[i] + from[i - distance];
// END TODO(1)
