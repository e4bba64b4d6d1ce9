// says: as before your code ran
// omits: does what is computed not depend on the index
// TODO(1)
  const unsigned i = threadIdx.x;
  if (i >= distance) {
    to[i] = from[i] + from[i - distance];
  }
// END TODO(1)
