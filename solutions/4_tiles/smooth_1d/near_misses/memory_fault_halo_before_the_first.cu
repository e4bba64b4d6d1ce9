// `first - 1` has no sign: in block 0 it is a huge number, and never below 0.
// TODO(2)
  if (threadIdx.x == 0) {
    tile[0] = first - 1 >= 0 ? in[first - 1] : 0;
  }
  if (threadIdx.x == kThreads - 1) {
    tile[kThreads + 1] = first + kThreads < n ? in[first + kThreads] : 0;
  }
// END TODO(2)
