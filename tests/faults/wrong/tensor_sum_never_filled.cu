//! The sum of the products begins with what happens to lie in its registers.
//! expect: uninitialised_read
//! flags: -O2
//! says: fill_fragment
#include <mma.h>
using namespace nvcuda;

__global__ void product(const half* a, const half* b, float* c, int tiles) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  for (int k = 0; k < tiles; ++k) {
    wmma::load_matrix_sync(left, a + k * 16, tiles * 16);
    wmma::load_matrix_sync(right, b + k * 256, 16);
    wmma::mma_sync(sum, left, right, sum);  // fault
  }
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

int main() {
  half *a, *b;
  float* c;
  cudaMalloc(&a, 1024 * sizeof(half));
  cudaMalloc(&b, 1024 * sizeof(half));
  cudaMalloc(&c, 256 * sizeof(float));
  cudaMemset(a, 0, 1024 * sizeof(half));
  cudaMemset(b, 0, 1024 * sizeof(half));
  product<<<1, 32>>>(a, b, c, 4);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
