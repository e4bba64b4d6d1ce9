// What the host waited for is done for every stream: whole device, stream, event, a query that
// says so, a copy that blocks, cudaFree. The default stream waits for blocking streams by itself.
//! prints: 9
#include <cstdio>

__global__ void add(int* x, int v) {
  x[threadIdx.x] += v;
}

int main() {
  int *x, *other, host[32];
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&other, sizeof host);
  cudaStream_t a, b, blocking;
  cudaEvent_t event;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaStreamCreate(&blocking);
  cudaEventCreate(&event);
  cudaMemset(x, 0, sizeof host);
  cudaDeviceSynchronize();
  add<<<1, 32, 0, a>>>(x, 1);
  cudaStreamSynchronize(a);
  add<<<1, 32, 0, b>>>(x, 1);
  cudaEventRecord(event, b);
  cudaEventSynchronize(event);
  add<<<1, 32, 0, a>>>(x, 1);
  while (cudaStreamQuery(a) == cudaErrorNotReady) {
  }
  add<<<1, 32, 0, b>>>(x, 1);
  cudaEventRecord(event, b);
  while (cudaEventQuery(event) == cudaErrorNotReady) {
  }
  add<<<1, 32>>>(x, 1);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);  // in the default stream; blocks
  add<<<1, 32, 0, a>>>(x, 1);
  cudaFree(other);
  add<<<1, 32, 0, blocking>>>(x, 1);
  add<<<1, 32>>>(x, 1);  // waits for the blocking stream
  add<<<1, 32, 0, blocking>>>(x, 1);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host[31]);
  cudaGetLastError();  // of the queries
  cudaEventDestroy(event);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  cudaStreamDestroy(blocking);
  cudaFree(x);
}
