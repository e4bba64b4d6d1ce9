//! The tile in shared memory was filled in its first half only.
//! expect: uninitialised_read
//! says: that nobody has written yet
#include <mma.h>
using namespace nvcuda;

__global__ void product(float* c) {
  __shared__ __align__(32) half tile[256];
  for (int i = threadIdx.x; i < 128; i += 32) tile[i] = __float2half(1.0f);
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(left, tile, 16);  // fault
  wmma::load_matrix_sync(right, tile, 16);
  wmma::mma_sync(sum, left, right, sum);
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

int main() {
  float* c;
  cudaMalloc(&c, 256 * sizeof(float));
  product<<<1, 32>>>(c);
  cudaDeviceSynchronize();
  cudaFree(c);
}
