// The last warp clears; sums that are 0 are not merged; changes are counted by the whole block.
// TODO(2)
  const int count = __syncthreads_count(changed);
  if (threadIdx.x == 0 && count > 0) {
    atomicAdd(changes, static_cast<unsigned>(count));
  }
// END TODO(2)
// TODO(4)
  if (threadIdx.x >= kThreads - 32) {
    for (unsigned i = threadIdx.x % 32; i < k * kSums; i += 32) {
      mine[i] = 0;
    }
  }
  __syncthreads();
  for (std::size_t i = first; i < n; i += stride) {
    add_point(points[i], &mine[labels[i] * kSums]);
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < k * kSums; i += blockDim.x) {
    if (mine[i] != 0) {
      atomicAdd(sums + i, mine[i]);
    }
  }
// END TODO(4)
