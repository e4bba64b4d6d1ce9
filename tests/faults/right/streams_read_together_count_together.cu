// Kernels of four streams read one table and count with atomics in the same bins; so may they.
//! prints: 4096
#include <cstdio>

__global__ void count(const int* table, unsigned* bins, int n) {
  __shared__ unsigned own[8];
  if (threadIdx.x < 8)
    own[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&own[table[i] % 8], 1u);
  __syncthreads();
  if (threadIdx.x < 8)
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

int main() {
  const int n = 1024;
  int host[n], *table;
  unsigned *bins, counts[8], sum = 0;
  for (int i = 0; i < n; i++)
    host[i] = i * i;
  cudaMalloc(&table, sizeof host);
  cudaMalloc(&bins, sizeof counts);
  cudaMemcpy(table, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, sizeof counts);
  cudaStream_t stream[4];
  for (auto& s : stream)
    cudaStreamCreate(&s);
  for (auto& s : stream)
    count<<<n / 256, 256, 0, s>>>(table, bins, n);
  cudaMemcpy(counts, bins, sizeof counts, cudaMemcpyDeviceToHost);  // waits for all four
  for (unsigned c : counts)
    sum += c;
  printf("%u\n", sum);
  for (auto& s : stream)
    cudaStreamDestroy(s);
  cudaFree(table);
  cudaFree(bins);
}
