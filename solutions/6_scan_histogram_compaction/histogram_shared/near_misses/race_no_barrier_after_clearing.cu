// A fast warp counts in bins that a slow one clears afterwards. interface.
// TODO(1)
  counts[threadIdx.x] = 0;
  for (std::size_t i = first; i < n; i += stride) {
    atomicAdd(&counts[bytes[i]], 1u);
  }
  __syncthreads();
// END TODO(1)
