// The tree ends at 32 places; the first warp, if it is whole, sums these in registers.
// TODO(1)
  unsigned left = blockDim.x;
  while (left > 32) {
    __syncthreads();
    const unsigned half = (left + 1) / 2;
    if (threadIdx.x + half < left) {
      places[threadIdx.x] += places[threadIdx.x + half];
    }
    left = half;
  }
  __syncthreads();
  const unsigned mask = __ballot_sync(__activemask(), threadIdx.x < left);
  if (threadIdx.x < left) {
    float sum = places[threadIdx.x];
    for (unsigned distance = 16; distance > 0; distance /= 2) {
      const float other = __shfl_down_sync(mask, sum, distance);
      sum += threadIdx.x + distance < left ? other : 0;
    }
    __syncwarp(mask);
    places[threadIdx.x] = sum;
  }
// END TODO(1)
