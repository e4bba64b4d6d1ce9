//! A wait is for groups of copies that were committed: this one never was.
//! expect: race
//! says: After __pipeline_commit()
//! who: Thread 0 of block 0
#include <cuda_pipeline.h>

__global__ void reverse(const int4* in, int4* out) {
  __shared__ int4 cells[32];
  __pipeline_memcpy_async(&cells[threadIdx.x], &in[threadIdx.x], sizeof(int4));  // other
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = cells[31 - threadIdx.x];  // fault
}

int main() {
  int4 *in, *out;
  cudaMalloc(&in, 32 * sizeof(int4));
  cudaMalloc(&out, 32 * sizeof(int4));
  cudaMemset(in, 0, 32 * sizeof(int4));
  reverse<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
