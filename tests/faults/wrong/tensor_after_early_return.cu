//! Threads beyond the matrix have returned: the rest is no whole warp.
//! expect: invalid_lane_mask
//! says: only 16 came to it here, 16 had ended before
#include <mma.h>
using namespace nvcuda;

__global__ void copy(const float* a, float* c, int n) {
  if (threadIdx.x >= n) return;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> tile;
  wmma::load_matrix_sync(tile, a, 16, wmma::mem_row_major);  // fault
  wmma::store_matrix_sync(c, tile, 16, wmma::mem_row_major);
}

int main() {
  float *a, *c;
  cudaMalloc(&a, 256 * sizeof(float));
  cudaMalloc(&c, 256 * sizeof(float));
  cudaMemset(a, 0, 256 * sizeof(float));
  copy<<<1, 32>>>(a, c, 16);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(c);
}
