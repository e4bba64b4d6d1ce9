// Each warp scans its places by shuffles; one thread adds up the warps' sums, one after the other.
// TODO(2)
  const unsigned lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  int sum = from[threadIdx.x];
  for (unsigned distance = 1; distance < kWarp; distance *= 2) {
    const int before = __shfl_up_sync(0xffffffffu, sum, distance);
    sum += lane >= distance ? before : 0;
  }
  if (lane == kWarp - 1) {
    to[warp] = sum;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned w = 1; w < blockDim.x / kWarp; ++w) {
      to[w] += to[w - 1];
    }
  }
  __syncthreads();
  from[threadIdx.x] = sum + (warp > 0 ? to[warp - 1] : 0);
// END TODO(2)
