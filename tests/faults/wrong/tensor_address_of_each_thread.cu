//! The address of a tile must be the same for the whole warp.
//! expect: invalid_lane_mask
//! says: give it different addresses
#include <mma.h>
using namespace nvcuda;

__global__ void copy(const float* a, float* c) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> tile;
  wmma::load_matrix_sync(tile, a + threadIdx.x * 16, 16, wmma::mem_row_major);  // fault
  wmma::store_matrix_sync(c, tile, 16, wmma::mem_row_major);
}

int main() {
  float *a, *c;
  cudaMalloc(&a, 1024 * sizeof(float));
  cudaMalloc(&c, 256 * sizeof(float));
  cudaMemset(a, 0, 1024 * sizeof(float));
  copy<<<1, 32>>>(a, c);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(c);
}
