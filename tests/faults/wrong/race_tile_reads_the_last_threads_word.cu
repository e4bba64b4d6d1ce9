//! All threads read what the last one wrote: three times after the warp has met, once after tiles
//! of eight have.
//! expect: race
//! says: element 31 of 'row'
#include <cooperative_groups.h>

__global__ void share(int* out) {
  __shared__ int row[32];
  auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
  int sum = 0;
#pragma unroll 1
  for (int turn = 0; turn < 4; ++turn) {
    row[threadIdx.x] = threadIdx.x + turn;  // other
    if (turn < 3) {
      __syncwarp();
    } else {
      tile.sync();
    }
    sum += row[31];  // fault
    __syncwarp();
  }
  out[threadIdx.x] = sum;
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  share<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
