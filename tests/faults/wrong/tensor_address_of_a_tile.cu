//! A tile that begins in column 4.
//! expect: misaligned
//! says: its address is not a multiple of 32 bytes
#include <mma.h>
using namespace nvcuda;

__global__ void shift(float* c) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> tile;
  wmma::fill_fragment(tile, 1.0f);
  wmma::store_matrix_sync(c + 4, tile, 32, wmma::mem_row_major);  // fault
}

int main() {
  float* c;
  cudaMalloc(&c, 512 * sizeof(float));
  shift<<<1, 32>>>(c);
  cudaDeviceSynchronize();
  cudaFree(c);
}
