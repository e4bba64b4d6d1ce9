// Right, but no tree: thread 0 adds all places while 1023 threads have nothing to do.
// TODO(1)
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned k = 1; k < blockDim.x; ++k) {
      places[0] += places[k];
    }
  }
// END TODO(1)
