// says: elements of each block of 1024 are wrong
// says: the halo
// TODO(2)
  if (threadIdx.x == 0) {
    tile[0] = 0;
    tile[kOutputs + 1] = 0;
  }
// END TODO(2)
