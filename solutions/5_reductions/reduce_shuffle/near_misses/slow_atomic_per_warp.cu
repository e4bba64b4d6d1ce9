// Right, but all warps of a block go to global memory: an atomicAdd each.
// TODO(2)
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const float total = warp_sum(i < n ? values[i] : 0);
  if (threadIdx.x % kWarp == 0) {
    atomicAdd(sum, total);
  }
// END TODO(2)
