//! The events of a time change places.
//! expect: note
//! status: 0
//! says: the second event was recorded before the first
#include <cstdio>

__global__ void fill(int* out) { out[threadIdx.x] = threadIdx.x; }

int main() {
  int *out, host[32];
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaMalloc(&out, sizeof host);
  cudaEventRecord(start);
  fill<<<1, 32>>>(out);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  float milliseconds = 0;
  cudaEventElapsedTime(&milliseconds, stop, start);  // fault
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", milliseconds < 0);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaFree(out);
}
