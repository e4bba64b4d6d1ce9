// Right, but thread 0 adds the warps' sums one after the other.
// TODO(1)
  __shared__ float places[kWarp];
  value = warp_sum(value);
  if (threadIdx.x % kWarp == 0) places[threadIdx.x / kWarp] = value;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned w = 1; w < blockDim.x / kWarp; ++w) value += places[w];
  }
// END TODO(1)
