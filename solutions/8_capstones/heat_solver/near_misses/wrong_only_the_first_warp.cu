// The other warps' maxima are lost.
// TODO(3)
  value = warp_max(value);
  if (threadIdx.x == 0) {
    atomic_max(residual, value);
  }
// END TODO(3)
