// Right within a block, but at its edges the neighbours count as 0.
// TODO(2)
  if (threadIdx.x == 0) {
    tile[0] = 0;
  }
  if (threadIdx.x == kThreads - 1) {
    tile[kOutputs + 1] = 0;
  }
// END TODO(2)
