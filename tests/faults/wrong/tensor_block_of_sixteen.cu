//! A block of 16 threads has no whole warp.
//! expect: invalid_lane_mask
//! says: the block has only 16 threads in this warp
#include <mma.h>
using namespace nvcuda;

__global__ void copy(const float* a, float* c) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> tile;
  wmma::load_matrix_sync(tile, a, 16, wmma::mem_row_major);  // fault
  wmma::store_matrix_sync(c, tile, 16, wmma::mem_col_major);
}

int main() {
  float *a, *c;
  cudaMalloc(&a, 256 * sizeof(float));
  cudaMalloc(&c, 256 * sizeof(float));
  cudaMemset(a, 0, 256 * sizeof(float));
  copy<<<1, 16>>>(a, c);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(c);
}
