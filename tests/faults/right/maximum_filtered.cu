// A maximum whose atomics are spared where a plain look says that they would change nothing: the atomic looks again.
#include <cstdio>
#include <cstdlib>

__global__ void maximum(const int* x, int n, int* best) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > *best)
    atomicMax(best, x[i]);
}

// Each block first looks for its own.
__global__ void minimum(const unsigned* x, int n, unsigned* best) {
  __shared__ unsigned least;
  if (threadIdx.x == 0)
    least = 0xffffffffu;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    if (x[i] < least)
      atomicMin(&least, x[i]);
  __syncthreads();
  if (threadIdx.x == 0 && least < *best)
    atomicMin(best, least);
}

int main() {
  const int n = 5000;
  int host[n], greatest = 0;
  unsigned words[n], smallest = 0xffffffffu;
  for (int i = 0; i < n; ++i) {
    host[i] = i * 37 % 4999;
    words[i] = 17 + i * 53 % 4999;
  }
  int *x, *best;
  unsigned *y, *least;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&best, sizeof(int));
  cudaMalloc(&y, sizeof words);
  cudaMalloc(&least, sizeof(unsigned));
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(best, &greatest, sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(y, words, sizeof words, cudaMemcpyHostToDevice);
  cudaMemcpy(least, &smallest, sizeof(unsigned), cudaMemcpyHostToDevice);
  maximum<<<20, 256>>>(x, n, best);
  minimum<<<4, 128>>>(y, n, least);
  cudaMemcpy(&greatest, best, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&smallest, least, sizeof(unsigned), cudaMemcpyDeviceToHost);
  printf("%d %u\n", greatest, smallest);
  cudaFree(x);
  cudaFree(best);
  cudaFree(y);
  cudaFree(least);
  return greatest == 4998 && smallest == 17 ? 0 : 1;
}
