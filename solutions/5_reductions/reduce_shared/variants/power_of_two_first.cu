// What lies beyond the largest power of two is folded down first.
// TODO(1)
  unsigned power = 1;
  while (2 * power <= blockDim.x) power *= 2;
  __syncthreads();
  if (threadIdx.x + power < blockDim.x) places[threadIdx.x] += places[threadIdx.x + power];
  for (unsigned half = power >> 1; half; half >>= 1) {
    __syncthreads();
    if (threadIdx.x < half) places[threadIdx.x] += places[threadIdx.x + half];
  }
// END TODO(1)
