//! A tile of 16 threads meets, but its threads read what those of the other tile wrote.
//! expect: race
//! says: element 31 of 'row'
//! says: __syncwarp()
#include <cooperative_groups.h>

__global__ void reverse(int* out) {
  __shared__ int row[32];
  auto tile = cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block());
  row[threadIdx.x] = threadIdx.x;  // other
  tile.sync();
  out[threadIdx.x] = row[31 - threadIdx.x];  // fault
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  reverse<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
