// One number a thread: with more than 51 clusters there are more numbers than threads.
// TODO(4)
  if (threadIdx.x < k * kSums) {
    mine[threadIdx.x] = 0;
  }
  __syncthreads();
  for (std::size_t i = first; i < n; i += stride) {
    add_point(points[i], mine + labels[i] * kSums);
  }
  __syncthreads();
  if (threadIdx.x < k * kSums) {
    atomicAdd(&sums[threadIdx.x], mine[threadIdx.x]);
  }
// END TODO(4)
