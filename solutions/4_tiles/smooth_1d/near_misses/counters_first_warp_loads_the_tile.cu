// Right, but the first warp loads all of the tile, while three wait.
// TODO(1)
  for (unsigned k = threadIdx.x; k < kOutputs && threadIdx.x < 32; k += 32) {
    const std::size_t i = first + k;
    tile[1 + k] = i < n ? in[i] : 0;
  }
  __syncthreads();
// END TODO(1)
