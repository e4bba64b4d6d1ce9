// Right, but two lanes add 16 places each: no tree.
// TODO(2)
  __shared__ float places[kWarp];
  places[threadIdx.x] = value;
  __syncwarp();
  if (threadIdx.x % 16 == 0) {
    for (unsigned k = 1; k < 16; ++k) value += places[threadIdx.x + k];
    places[threadIdx.x] = value;
  }
  __syncwarp();
  if (threadIdx.x == 0) value += places[16];
// END TODO(2)
