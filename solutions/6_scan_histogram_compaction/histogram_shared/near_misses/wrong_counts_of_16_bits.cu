// Counts wrap at 65536, as 16-bit counters in shared memory would.
// TODO(1)
  for (unsigned bin = threadIdx.x; bin < kBins; bin += kThreads) {
    counts[bin] = 0;
  }
  __syncthreads();
  visit_share(bytes, n, first, stride,
              [counts](unsigned byte) { atomicInc(&counts[byte], 0xffffu); });
  __syncthreads();
// END TODO(1)
