// Device printf, one line a thread.
//! prints: block 0 thread 0
//! prints: block 0 thread 1
//! prints: block 1 thread 0
//! prints: block 1 thread 1
#include <cstdio>

__global__ void hello() {
  printf("block %d thread %d\n", blockIdx.x, threadIdx.x);
}

int main() {
  hello<<<2, 2>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
