// says: differ
// omits: (the halo)
// TODO(2)
  if (threadIdx.x == 0) {
    tile[0] = first > 0 ? in[first - 1] : 0;
    tile[kOutputs + 1] = first + kOutputs < n && blockIdx.x != 1 ? in[first + kOutputs] : 0;
  }
// END TODO(2)
