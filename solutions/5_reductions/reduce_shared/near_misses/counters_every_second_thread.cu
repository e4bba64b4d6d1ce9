// Right, but the threads that add lie scattered: a few lanes of every warp work, step after step.
// TODO(1)
  for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
    __syncthreads();
    if (threadIdx.x % (2 * distance) == 0 && threadIdx.x + distance < blockDim.x) {
      places[threadIdx.x] += places[threadIdx.x + distance];
    }
  }
// END TODO(1)
