// Places with nobody before them keep what the buffer held two steps ago.
// TODO(1)
  const unsigned i = threadIdx.x;
  if (i >= distance) {
    to[i] = from[i] + from[i - distance];
  }
// END TODO(1)
