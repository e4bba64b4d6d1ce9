// Before the first element there is the first once more.
// TODO(2)
  if (threadIdx.x == 0) {
    tile[0] = first > 0 ? in[first - 1] : in[0];
  }
  if (threadIdx.x == kThreads - 1) {
    tile[kOutputs + 1] = first + kOutputs < n ? in[first + kOutputs] : 0;
  }
// END TODO(2)
