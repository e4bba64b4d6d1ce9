//! Two extern arrays of two names, of which the kernel lets the second begin behind the elements of the first: that
//! is what one would be told to do.
//! prints: 63 64
#include <cstdio>

extern __shared__ float values[];
extern __shared__ int counts[];

__global__ void turn_round(float* x, int* y) {
  const int last = blockDim.x - 1;
  int* own_counts = counts + blockDim.x;  // behind the values
  values[threadIdx.x] = threadIdx.x;
  own_counts[threadIdx.x] = threadIdx.x + 1;
  __syncthreads();
  x[threadIdx.x] = values[last - threadIdx.x];
  y[threadIdx.x] = own_counts[last - threadIdx.x];
}

int main() {
  const int n = 64;
  float *x, h[n];
  int *y, g[n];
  cudaMalloc(&x, sizeof h);
  cudaMalloc(&y, sizeof g);
  turn_round<<<1, n, n * (sizeof(float) + sizeof(int))>>>(x, y);
  cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(g, y, sizeof g, cudaMemcpyDeviceToHost);
  printf("%g %d\n", h[0], g[0]);
  cudaFree(x);
  cudaFree(y);
}
