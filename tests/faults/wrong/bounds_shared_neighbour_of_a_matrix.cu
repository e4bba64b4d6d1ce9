//! A tile of 16 x 16 sums, stored with a leading dimension for 20 columns, ends in the next array.
//! expect: out_of_bounds
//! says: past the end of the 1024-byte __shared__ variable
//! says: sums
#include <mma.h>
using namespace nvcuda;

__global__ void clear(const int* in, int* out) {
  __shared__ __align__(32) float sums[256];
  __shared__ __align__(32) float others[256];
  others[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  if (threadIdx.x < 32)
    wmma::store_matrix_sync(sums, sum, 20, wmma::mem_row_major);  // fault
  __syncthreads();
  out[threadIdx.x] = sums[threadIdx.x] + others[63 - threadIdx.x];
}

int main() {
  int host[64], *in, *out;
  for (int i = 0; i < 64; i++)
    host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  clear<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
