// ++ reads, adds and writes back: two threads that count the same byte at the same time lose one.
// TODO(1)
  for (unsigned bin = threadIdx.x; bin < kBins; bin += kThreads) {
    counts[bin] = 0;
  }
  __syncthreads();
  visit_share(bytes, n, first, stride, [counts](unsigned byte) { ++counts[byte]; });
  __syncthreads();
// END TODO(1)
