// The blocks add to the same bins at the same time.
// TODO(2)
  for (unsigned bin = threadIdx.x; bin < kBins; bin += kThreads) {
    bins[bin] += counts[bin];
  }
// END TODO(2)
