//! Host and kernel count in the same managed memory at the same time, both with atomic operations that the whole system sees.
//! prints: 4 counts are right, the largest is 250
#include <cstdio>

__global__ void count(const unsigned char* letters, int n, int* counts, int* largest) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd_system(counts + letters[i] % 4, 1);
    atomicMax_system(largest, letters[i]);
  }
}

int main() {
  const int n = 1000, half = n / 2;
  unsigned char* letters;
  int *counts, *largest;
  cudaMallocManaged(&letters, n);
  cudaMallocManaged(&counts, 4 * sizeof(int));
  cudaMallocManaged(&largest, sizeof(int));
  for (int i = 0; i < n; ++i) letters[i] = i % 251;
  for (int k = 0; k < 4; ++k) counts[k] = 0;
  *largest = 0;
  count<<<4, 64>>>(letters, half, counts, largest);
  for (int i = half; i < n; ++i) __sync_fetch_and_add(counts + letters[i] % 4, 1);
  cudaDeviceSynchronize();
  int sum = 0, right[4] = {0, 0, 0, 0};
  for (int i = 0; i < n; ++i) ++right[letters[i] % 4];
  for (int k = 0; k < 4; ++k) sum += counts[k] == right[k];
  std::printf("%d counts are right, the largest is %d\n", sum, *largest);
  cudaFree(letters);
  cudaFree(counts);
  cudaFree(largest);
}
