// Threads without a value leave, but the others still name them in the mask of the shuffle.
// TODO(2)
  __shared__ float sums[kWarps];
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned warp = threadIdx.x / kWarp;
  const unsigned lane = threadIdx.x % kWarp;
  if (threadIdx.x < kWarps) {
    sums[threadIdx.x] = 0;
  }
  __syncthreads();
  if (i >= n) {
    return;
  }
  float total = warp_sum(values[i]);
  if (lane == 0) {
    sums[warp] = total;
  }
  __syncthreads();
  if (warp == 0) {
    total = warp_sum(lane < kWarps ? sums[lane] : 0);
    if (lane == 0) {
      atomicAdd(sum, total);
    }
  }
// END TODO(2)
