// The first warp reads the others' maxima without waiting for them.
// TODO(3)
  value = warp_max(value);
  if (threadIdx.x % kWarp == 0) {
    maxima[threadIdx.x / kWarp] = value;
  }
  if (threadIdx.x < kWarp) {
    value = warp_max(threadIdx.x < kWarps ? maxima[threadIdx.x] : 0);
    if (threadIdx.x == 0) {
      atomic_max(residual, value);
    }
  }
// END TODO(3)
