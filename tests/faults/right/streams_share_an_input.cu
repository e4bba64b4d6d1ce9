//! Three streams read one input; the next one is put there when all of them are done. They add to
//! one total, which is cleared after all of them, too.
//! prints: 12288 24576 36864
#include <cstdio>

__global__ void add_up(int *total, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(total, in[i]);
}

int main() {
  const int n = 4096, rounds = 3, streams = 3;
  int *next, *in, *total, *result;
  cudaMallocHost(&next, rounds * n * sizeof(int));
  cudaMallocHost(&result, rounds * sizeof(int));
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  for (int i = 0; i < rounds * n; i++)
    next[i] = 1 + i / n;
  cudaStream_t s[streams];
  cudaEvent_t done[streams], ready;
  cudaEventCreate(&ready);
  for (int k = 0; k < streams; k++) {
    cudaStreamCreate(&s[k]);
    cudaEventCreate(&done[k]);
  }
  for (int r = 0; r < rounds; r++) {
    cudaMemcpyAsync(in, next + r * n, n * sizeof(int), cudaMemcpyHostToDevice, s[0]);
    cudaMemsetAsync(total, 0, sizeof(int), s[0]);
    cudaEventRecord(ready, s[0]);
    for (int k = 0; k < streams; k++) {
      cudaStreamWaitEvent(s[k], ready, 0);
      add_up<<<n / 256, 256, 0, s[k]>>>(total, in, n);
      cudaEventRecord(done[k], s[k]);
      cudaStreamWaitEvent(s[0], done[k], 0);
    }
    cudaMemcpyAsync(result + r, total, sizeof(int), cudaMemcpyDeviceToHost, s[0]);
  }
  cudaDeviceSynchronize();
  printf("%d %d %d\n", result[0], result[1], result[2]);
  for (int k = 0; k < streams; k++) {
    cudaStreamDestroy(s[k]);
    cudaEventDestroy(done[k]);
  }
  cudaEventDestroy(ready);
  cudaFreeHost(next);
  cudaFreeHost(result);
  cudaFree(in);
  cudaFree(total);
}
