// A run of equal bytes is one addition.
// TODO(1)
  if (threadIdx.x < kBins) {
    counts[threadIdx.x] = 0;
  }
  __syncthreads();
  unsigned last = 0, times = 0;
  visit_share(bytes, n, first, stride, [&](unsigned byte) {
    if (byte != last) {
      atomicAdd(&counts[last], times);
      last = byte;
      times = 0;
    }
    ++times;
  });
  atomicAdd(&counts[last], times);
  __syncthreads();
// END TODO(1)
