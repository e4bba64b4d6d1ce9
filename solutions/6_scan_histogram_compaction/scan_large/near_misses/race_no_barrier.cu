// Reads the other warps' sums without waiting for them.
// TODO(3)
  if (lane() == 0) {
    sums[warp()] = mine;
  }
  for (unsigned w = 0; w < kWarps; ++w) {
    before += w < warp() ? sums[w] : 0;
    total += sums[w];
  }
  __syncthreads();
// END TODO(3)
