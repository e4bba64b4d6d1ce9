//! expect: race
//! says: are one step for the threads of that block only
//! says: or give each block a value of its own
// One counter for all blocks, with an atomic that is one for the threads of a block.
#include <cuda_runtime.h>

__global__ void count_even(const int* in, int n, int* count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 2 == 0) {
    atomicAdd_block(count, 1);  // fault
  }
}

int main() {
  const int n = 1000;
  int h[n];
  for (int i = 0; i < n; ++i) {
    h[i] = i;
  }
  int *in, *count;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&count, sizeof(int));
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(count, 0, sizeof(int));
  count_even<<<4, 256>>>(in, n, count);
  int result = 0;
  cudaMemcpy(&result, count, sizeof result, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(count);
  return 0;
}
