// A fast warp merges sums while a slow one still adds.
// TODO(4)
  for (unsigned i = threadIdx.x; i < k * kSums; i += kThreads) {
    mine[i] = 0;
  }
  __syncthreads();
  for (std::size_t i = first; i < n; i += stride) {
    add_point(points[i], mine + labels[i] * kSums);
  }
  for (unsigned i = threadIdx.x; i < k * kSums; i += kThreads) {
    atomicAdd(&sums[i], mine[i]);
  }
// END TODO(4)
