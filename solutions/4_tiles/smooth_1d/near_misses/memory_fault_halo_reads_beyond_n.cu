// The last block has no element behind it.
// TODO(2)
  if (threadIdx.x == 0) {
    tile[0] = first > 0 ? in[first - 1] : 0;
  }
  if (threadIdx.x == kThreads - 1) {
    tile[kOutputs + 1] = in[first + kOutputs];
  }
// END TODO(2)
