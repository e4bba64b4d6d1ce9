// says: elements of each block of 256 are wrong
// says: the halo
// TODO(2)
  if (threadIdx.x == 0) {
    tile[0] = 0;
    tile[kThreads + 1] = 0;
  }
// END TODO(2)
