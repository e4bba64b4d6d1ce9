// Each warp by shuffles; thread 0 adds the warps' sums. The last warp may be partial.
// TODO(1)
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const unsigned lanes = min(32u, blockDim.x - warp * 32);
  const unsigned mask = lanes == 32 ? ~0u : (1u << lanes) - 1;
  float value = places[threadIdx.x];
  for (unsigned d = 16; d > 0; d /= 2) {
    const float other = __shfl_down_sync(mask, value, d);
    value += lane + d < lanes ? other : 0;
  }
  __syncthreads();
  if (lane == 0) {
    places[warp] = value;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    const unsigned warps = (blockDim.x + 31) / 32;
    for (unsigned w = 1; w < warps; ++w) {
      value += places[w];
    }
    places[0] = value;
  }
// END TODO(1)
