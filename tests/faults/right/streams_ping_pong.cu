// Two streams take turns with two arrays, and a third one looks at each result; managed memory at
// the end.
//! prints: 64 64
#include <cstdio>

__global__ void step(const int* from, int* to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i] + 1;
}

__global__ void note_first(const int* from, int* log) {
  *log = from[0];
}

int main() {
  const int n = 2048, steps = 64;
  int *x[2], *log;
  cudaMallocManaged(&x[0], n * sizeof(int));
  cudaMallocManaged(&x[1], n * sizeof(int));
  cudaMallocManaged(&log, steps * sizeof(int));
  for (int i = 0; i < n; i++)
    x[0][i] = 0;
  cudaStream_t turn[2], watcher;
  cudaEvent_t done[2], seen;
  for (int i = 0; i < 2; i++) {
    cudaStreamCreateWithFlags(&turn[i], cudaStreamNonBlocking);
    cudaEventCreate(&done[i]);
  }
  cudaStreamCreate(&watcher);
  cudaEventCreate(&seen);
  for (int s = 0; s < steps; s++) {
    if (s > 0)
      cudaStreamWaitEvent(turn[s % 2], done[(s + 1) % 2], 0);
    if (s > 1)
      cudaStreamWaitEvent(turn[s % 2], seen, 0);  // of the array that is written now
    step<<<n / 256, 256, 0, turn[s % 2]>>>(x[s % 2], x[(s + 1) % 2]);
    cudaEventRecord(done[s % 2], turn[s % 2]);
    cudaStreamWaitEvent(watcher, done[s % 2], 0);
    note_first<<<1, 1, 0, watcher>>>(x[(s + 1) % 2], log + s);
    cudaEventRecord(seen, watcher);
  }
  cudaDeviceSynchronize();
  printf("%d %d\n", x[steps % 2][n - 1], log[steps - 1]);
  for (int i = 0; i < 2; i++) {
    cudaStreamDestroy(turn[i]);
    cudaEventDestroy(done[i]);
    cudaFree(x[i]);
  }
  cudaStreamDestroy(watcher);
  cudaEventDestroy(seen);
  cudaFree(log);
}
