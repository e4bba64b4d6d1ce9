// __threadfence_block is enough between warps of a block; what was so told a block may go on to another, by the fence of
// whoever learnt it.
//! prints: 42 43 44
#include <cstdio>

__device__ int data[3];
__device__ volatile int device_flag;

__global__ void pass_on(int* out) {
  __shared__ volatile int flag;
  __shared__ int word;
  const unsigned t = threadIdx.x;
  if (blockIdx.x == 1) {
    if (t == 0) {
      while (device_flag == 0) {
      }
      __threadfence();
      for (int i = 0; i < 3; ++i) out[i] = data[i];
    }
    return;
  }
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 0) {
    data[0] = 42;
    word = 43;
    __threadfence_block();
    flag = 1;
  } else if (t == 32) {
    while (flag == 0) {
    }
    __threadfence_block();
    data[1] = word;
    data[2] = data[0] + 2;
    __threadfence();
    device_flag = 1;
  }
}

int main() {
  int *out, host[3];
  cudaMalloc(&out, sizeof host);
  pass_on<<<2, 64>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", host[0], host[1], host[2]);
  cudaFree(out);
}
