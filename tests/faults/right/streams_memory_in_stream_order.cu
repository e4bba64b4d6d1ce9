// Each stream takes memory, uses it and gives it back, over and over; what one gave back another
// may get.
//! prints: 0 wrong
#include <cstdio>

__global__ void fill(int* x, int v, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    x[i] = v;
}

__global__ void check(const int* x, int v, int n, int* wrong) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (x[i] != v)
      atomicAdd(wrong, 1);
}

int main() {
  const int n = 1000;
  int *wrong, host = 0;
  cudaMalloc(&wrong, sizeof(int));
  cudaMemcpy(wrong, &host, sizeof(int), cudaMemcpyHostToDevice);
  cudaStream_t stream[3];
  for (auto& s : stream)
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  for (int round = 0; round < 10; round++) {
    for (auto& s : stream) {
      int* x;
      cudaMallocAsync((void**)&x, n * sizeof(int), s);
      cudaMemsetAsync(x, 0, n * sizeof(int), s);
      fill<<<1, 128, 0, s>>>(x, round, n);
      check<<<1, 128, 0, s>>>(x, round, n, wrong);
      cudaFreeAsync(x, s);
    }
  }
  cudaDeviceSynchronize();
  cudaMemcpy(&host, wrong, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d wrong\n", host);
  for (auto& s : stream)
    cudaStreamDestroy(s);
  cudaFree(wrong);
}
