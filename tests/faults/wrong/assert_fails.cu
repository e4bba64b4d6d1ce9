//! expect: assert
//! who: Thread 3 of block 0
//! says: x[i] >= 0
#include <cassert>
#include <cmath>

__global__ void roots(float* x) {
  int i = threadIdx.x;
  assert(x[i] >= 0 && "no root");  // fault
  x[i] = sqrtf(x[i]);
}

int main() {
  float host[8] = {4, 9, 16, -25, 36, 49, 64, 81};
  float* x;
  cudaMalloc(&x, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  roots<<<1, 8>>>(x);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(x);
}
