// A kernel timed with events after a warm-up.
#include <cstdio>

__global__ void busy(float* x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    x[i] = x[i] * 0.5f + 1.0f;
}

int main() {
  const int n = 1 << 14;
  float* x;
  cudaMalloc(&x, n * sizeof(float));
  cudaMemset(x, 0, n * sizeof(float));
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  busy<<<32, 128>>>(x, n);
  cudaEventRecord(start);
  busy<<<32, 128>>>(x, n);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  float ms = -1.0f;
  cudaEventElapsedTime(&ms, start, stop);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaFree(x);
  return ms > 0.0f && ms < 1000.0f ? 0 : 1;
}
