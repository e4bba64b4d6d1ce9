// Each stream is timed by events of its own, whether it has work or not; another pair is recorded in the default stream.
#include <cstdio>

__global__ void twice(float* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] *= 2;
}

int main() {
  const int n = 1000, streams = 3;
  float *p, milliseconds;
  cudaMalloc(&p, n * sizeof(float));
  cudaMemset(p, 0, n * sizeof(float));
  cudaDeviceSynchronize();
  cudaStream_t stream[streams];
  cudaEvent_t start[streams], stop[streams], begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  for (int i = 0; i < streams; ++i) {
    cudaStreamCreate(&stream[i]);
    cudaEventCreate(&start[i]);
    cudaEventCreate(&stop[i]);
  }
  cudaEventRecord(begin);
  for (int i = 0; i < streams; ++i) {
    cudaEventRecord(start[i], stream[i]);
    if (i < 2)  // nothing is left for the last one
      twice<<<2, 256, 0, stream[i]>>>(p + i * 500, 500);
    cudaEventRecord(stop[i], stream[i]);
  }
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  cudaEventElapsedTime(&milliseconds, begin, end);
  bool is_right = milliseconds > 0;
  for (int i = 0; i < streams; ++i) {
    cudaEventElapsedTime(&milliseconds, start[i], stop[i]);
    is_right = is_right && (milliseconds > 0) == (i < 2);
  }
  cudaEventRecord(begin, stream[0]);
  twice<<<4, 256>>>(p, n);  // the default stream, which the others wait for
  cudaEventRecord(end, stream[0]);
  cudaEventSynchronize(end);
  cudaEventElapsedTime(&milliseconds, begin, end);
  for (int i = 0; i < streams; ++i) {
    cudaStreamDestroy(stream[i]);
    cudaEventDestroy(start[i]);
    cudaEventDestroy(stop[i]);
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  cudaFree(p);
  return is_right ? 0 : 1;
}
