// Right, but thread i has element i: both ways of the branch are taken in every warp.
// TODO(2)
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = i % 2 == 0 ? stirred(in[i]) : shaken(in[i]);
  }
// END TODO(2)
