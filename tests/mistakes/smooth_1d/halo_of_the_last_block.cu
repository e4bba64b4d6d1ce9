// says: differ
// omits: (the halo)
// TODO(2)
  if (threadIdx.x == 0) {
    tile[0] = first > 0 ? in[first - 1] : 0;
    tile[kThreads + 1] = first + kThreads < n && blockIdx.x != 1 ? in[first + kThreads] : 0;
  }
// END TODO(2)
