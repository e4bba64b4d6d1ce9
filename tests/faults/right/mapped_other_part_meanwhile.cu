// Two halves of a pinned block: a kernel fills one while the host fills the other. And an input that both only read.
//! prints: 4095 7 12
#include <cstdio>

__global__ void fill(int* part, int n, const int* factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) part[i] = i * *factor;
}

int main() {
  const int half = 1 << 16;
  int *block, *factor;
  cudaMallocHost(&block, 2 * half * sizeof(int));
  cudaMallocHost(&factor, sizeof(int));
  *factor = 1;
  for (int i = 0; i < 2 * half; i++) block[i] = 0;
  fill<<<half / 256, 256>>>(block, half, factor);
  block[half + 5] = 7 * *factor;
  const int mine = block[half + 5];
  cudaDeviceSynchronize();
  const int theirs = block[4095];
  block[4095] = 12;
  std::printf("%d %d %d\n", theirs, mine, block[4095]);
  cudaFreeHost(block);
  cudaFreeHost(factor);
}
