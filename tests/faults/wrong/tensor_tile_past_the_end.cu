//! The last tile of a matrix of 40 rows begins at row 32 and reaches past the end.
//! expect: out_of_bounds
//! says: past the end
#include <mma.h>
using namespace nvcuda;

__global__ void square(const half* a, float* c, int rows) {
  int row = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(right, a, 16);
  wmma::load_matrix_sync(left, a + row * 16, 16);  // fault
  wmma::mma_sync(sum, left, right, sum);
  wmma::store_matrix_sync(c + row * 16, sum, 16, wmma::mem_row_major);
}

int main() {
  const int rows = 40;
  half* a;
  float* c;
  cudaMalloc(&a, rows * 16 * sizeof(half));
  cudaMalloc(&c, 48 * 16 * sizeof(float));
  cudaMemset(a, 0, rows * 16 * sizeof(half));
  square<<<(rows + 15) / 16, 32>>>(a, c, rows);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(c);
}
