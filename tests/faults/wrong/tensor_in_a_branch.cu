//! Half of the warp multiplies, the other half waits at the barrier.
//! expect: invalid_lane_mask
//! says: all 32 threads of a warp must call together
//! says: only 16 came to it here
#include <mma.h>
using namespace nvcuda;

__global__ void product(const half* a, float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(left, a, 16);
  wmma::load_matrix_sync(right, a, 16);
  if (threadIdx.x < 16) {
    wmma::mma_sync(sum, left, right, sum);  // fault
  }
  __syncthreads();
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

int main() {
  half* a;
  float* c;
  cudaMalloc(&a, 256 * sizeof(half));
  cudaMalloc(&c, 256 * sizeof(float));
  cudaMemset(a, 0, 256 * sizeof(half));
  product<<<1, 32>>>(a, c);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(c);
}
