//! The first part of a program ends with cudaDeviceReset(), the second one goes on with the memory of the first.
//! expect: use_after_free
//! says: memory that was freed at line 28
#include <cstdio>

__device__ int calls;

__global__ void step(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    calls++;
  if (i < n)
    x[i] = 0.5f * x[i] + 1;  // fault
}

void simulate(float *x, int n, int steps) {
  for (int s = 0; s < steps; s++)
    step<<<(n + 63) / 64, 64>>>(x, n);
}

int main() {
  const int n = 100;
  float *x;
  int count = 0;
  cudaMalloc(&x, n * sizeof(float));  // allocation
  cudaMemset(x, 0, n * sizeof(float));
  simulate(x, n, 2);
  cudaDeviceReset();
  simulate(x, n, 3);
  cudaMemcpyFromSymbol(&count, calls, sizeof count);
  printf("%d\n", count);
  cudaDeviceReset();
}
