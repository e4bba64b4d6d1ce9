// Every lane ends with the sum of its warp, and every warp with that of the block.
// TODO(1)
#pragma unroll
  for (int bit = 1; bit < 32; bit *= 2) {
    value += __shfl_xor_sync(0xffffffffu, value, bit);
  }
// END TODO(1)
// TODO(2)
  __shared__ float sums[kWarps];
  const unsigned lane = threadIdx.x % kWarp;
  value = warp_sum(value);
  if (lane == kWarp - 1) {
    sums[threadIdx.x / kWarp] = value;
  }
  __syncthreads();
  value = warp_sum(lane < kWarps ? sums[lane] : 0);
// END TODO(2)
