//! Rows of 20 halves do not begin at multiples of 16 bytes.
//! expect: misaligned
//! says: its leading dimension, 20, is not a multiple of 8 elements
#include <mma.h>
using namespace nvcuda;

__global__ void product(const half* a, float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(left, a, 20);  // fault
  wmma::load_matrix_sync(right, a, 20);
  wmma::mma_sync(sum, left, right, sum);
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

int main() {
  half* a;
  float* c;
  cudaMalloc(&a, 400 * sizeof(half));
  cudaMalloc(&c, 256 * sizeof(float));
  cudaMemset(a, 0, 400 * sizeof(half));
  product<<<1, 32>>>(a, c);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(c);
}
