// The first example of every book: blocks of 256, a guard for the last one.
#include <stdio.h>
#include <stdlib.h>

__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

int main(void) {
  const int n = 997;
  const size_t size = n * sizeof(float);
  float *h_a = (float*)malloc(size), *h_b = (float*)malloc(size), *h_c = (float*)malloc(size);
  for (int i = 0; i < n; ++i) {
    h_a[i] = i;
    h_b[i] = 2 * i;
  }
  float *d_a, *d_b, *d_c;
  cudaMalloc((void**)&d_a, size);
  cudaMalloc((void**)&d_b, size);
  cudaMalloc((void**)&d_c, size);
  cudaMemcpy(d_a, h_a, size, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, h_b, size, cudaMemcpyHostToDevice);
  add<<<(n + 255) / 256, 256>>>(d_a, d_b, d_c, n);
  if (cudaGetLastError() != cudaSuccess)
    return 2;
  cudaMemcpy(h_c, d_c, size, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    wrong += h_c[i] != 3.0f * i;
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);
  free(h_a);
  free(h_b);
  free(h_c);
  return wrong != 0;
}
