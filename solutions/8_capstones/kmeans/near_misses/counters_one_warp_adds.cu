// Right, but the first warp adds the points of its whole block.
// TODO(4)
  for (unsigned i = threadIdx.x; i < k * kSums; i += kThreads) {
    mine[i] = 0;
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    for (std::size_t row = first; row < n; row += stride) {
      const std::size_t end = row - threadIdx.x + kThreads;
      for (std::size_t i = row; i < end && i < n; i += 32) {
        add_point(points[i], mine + labels[i] * kSums);
      }
    }
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < k * kSums; i += kThreads) {
    atomicAdd(&sums[i], mine[i]);
  }
// END TODO(4)
