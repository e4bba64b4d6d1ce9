//! What one function of the warp stores, other threads of it read without __syncwarp().
//! expect: race
//! says: __syncwarp()
#include <mma.h>
using namespace nvcuda;

__global__ void spread(float* c) {
  __shared__ __align__(32) float tile[256];
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 2.0f);
  wmma::store_matrix_sync(tile, sum, 16, wmma::mem_row_major);
  for (int i = threadIdx.x; i < 256; i += 32) {
    c[i] = tile[i];  // fault
  }
}

int main() {
  float* c;
  cudaMalloc(&c, 256 * sizeof(float));
  spread<<<1, 32>>>(c);
  cudaDeviceSynchronize();
  cudaFree(c);
}
