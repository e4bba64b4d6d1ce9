// says: Note: Thread
// says: but the block has no such thread in this warp
// TODO(1)
  float value = places[threadIdx.x];
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    value += __shfl_down_sync(0xffffffffu, value, distance);
  }
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    places[threadIdx.x / 32] = value;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned warp = 1; warp < (blockDim.x + 31) / 32; ++warp) {
      value += places[warp];
    }
    places[0] = value;
  }
// END TODO(1)
