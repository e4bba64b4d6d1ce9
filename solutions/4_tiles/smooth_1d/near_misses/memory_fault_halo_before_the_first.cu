// `first - 1` has no sign: in block 0 it is a huge number, and never below 0.
// TODO(2)
  if (threadIdx.x == 0) {
    tile[0] = first - 1 >= 0 ? in[first - 1] : 0;
  }
  if (threadIdx.x == kThreads - 1) {
    tile[kOutputs + 1] = first + kOutputs < n ? in[first + kOutputs] : 0;
  }
// END TODO(2)
