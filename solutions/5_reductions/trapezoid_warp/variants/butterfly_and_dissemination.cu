// Every lane gets the sum, in both ways.
// TODO(1)
#pragma unroll
  for (int bit = 1; bit < 32; bit *= 2) {
    value += __shfl_xor_sync(0xffffffffu, value, bit);
  }
// END TODO(1)
// TODO(2)
  __shared__ float places[2][kWarp];
  for (unsigned distance = 1, set = 0; distance < kWarp; distance *= 2, set = 1 - set) {
    places[set][threadIdx.x] = value;
    __syncwarp();
    value += places[set][(threadIdx.x + distance) % kWarp];
  }
// END TODO(2)
