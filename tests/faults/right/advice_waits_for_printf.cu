//! The ways to wait for what a kernel prints: behind each of them nothing is lost.
//! prints: 0
//! prints: 1
//! prints: 2
//! prints: 3
//! prints: 4
//! prints: 5
#include <cstdio>

__global__ void say(int number) {
  if (threadIdx.x == 0)
    printf("%d\n", number);
}

int main(int argc, char** argv) {
  cudaStream_t stream;
  cudaEvent_t event;
  int h = 0, *d;
  cudaStreamCreate(&stream);
  cudaEventCreate(&event);
  cudaMalloc(&d, sizeof h);
  say<<<1, 32>>>(0);
  cudaDeviceSynchronize();
  say<<<1, 32, 0, stream>>>(1);
  cudaStreamSynchronize(stream);
  say<<<1, 32, 0, stream>>>(2);
  cudaEventRecord(event, stream);
  cudaEventSynchronize(event);
  say<<<1, 32>>>(3);
  cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
  say<<<1, 32>>>(4);
  cudaEventRecord(event);
  while (cudaEventQuery(event) == cudaErrorNotReady) {
  }
  cudaStreamDestroy(stream);
  cudaEventDestroy(event);
  cudaFree(d);
  say<<<1, 32>>>(5);
  cudaDeviceReset();
}
