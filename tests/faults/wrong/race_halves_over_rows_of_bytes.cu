//! Two blocks write the same halves, in memory whose bytes an earlier launch wrote in rows, by a pattern that is known from other memory.
//! expect: race
//! says: thread 16 of block 0 wrote it
constexpr int kTiles = 24, kTileHalves = 1024, kShared = 20;

__global__ void fill(unsigned char* bytes) {
  bytes[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

/// Tiles of two rows of 16; the second block writes to the second row of one of them.
__global__ void write(unsigned short* halves) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) {
#pragma unroll 1
    for (int tile = 0; tile < kTiles; ++tile) {
      halves[tile * kTileHalves + t % 16 + t / 16 * 512] = static_cast<unsigned short>(tile + 2);  // other
    }
  } else if (t < 16) {
    halves[kShared * kTileHalves + 512 + t] = 1000;  // fault
  }
}

int main() {
  unsigned short* halves;
  cudaMalloc(&halves, kTiles * kTileHalves * sizeof(short));
  cudaMemset(halves, 0, kTiles * kTileHalves * sizeof(short));
  fill<<<kTileHalves * 2 / 64, 64>>>(reinterpret_cast<unsigned char*>(halves + kShared * kTileHalves));
  write<<<2, 32>>>(halves);
  cudaDeviceSynchronize();
  cudaFree(halves);
}
