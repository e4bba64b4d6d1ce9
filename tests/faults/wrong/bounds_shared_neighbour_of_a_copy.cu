//! An asynchronous copy of 16 bytes that is one too many: it goes to the next array.
//! expect: out_of_bounds
//! who: Thread 16 of block 0
//! says: past the end of the 256-byte __shared__ variable
//! says: cells
#include <cuda_pipeline.h>

__global__ void reverse(const int* in, int* out) {
  __shared__ __align__(16) int cells[64];
  __shared__ __align__(16) int others[64];
  others[threadIdx.x] = 0;
  if (threadIdx.x <= 16)
    __pipeline_memcpy_async(&cells[4 * threadIdx.x], &in[4 * (threadIdx.x % 16)], 16);  // fault
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = cells[63 - threadIdx.x] + others[threadIdx.x];
}

int main() {
  int host[64], *in, *out;
  for (int i = 0; i < 64; i++)
    host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  reverse<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
