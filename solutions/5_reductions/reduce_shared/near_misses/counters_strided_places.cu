// Right, and warps stay whole, but their lanes use places 2, 4, 8, ... apart, in ever fewer banks.
// TODO(1)
  for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
    __syncthreads();
    const unsigned i = threadIdx.x * 2 * distance;
    if (i + distance < blockDim.x) {
      places[i] += places[i + distance];
    }
  }
// END TODO(1)
