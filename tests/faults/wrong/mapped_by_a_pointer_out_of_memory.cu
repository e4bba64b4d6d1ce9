//! The kernel finds the pointer to mapped memory in a variable of the device; the host reads early.
//! expect: unsynchronised_access
#include <cstdio>

__device__ int* results;

__global__ void square() { results[threadIdx.x] = threadIdx.x * threadIdx.x; }

int main() {
  int *host, *device;
  cudaHostAlloc(&host, 4096, cudaHostAllocMapped);
  cudaHostGetDevicePointer(&device, host, 0);
  cudaMemcpyToSymbol(results, &device, sizeof device);
  square<<<1, 32>>>();
  printf("%d\n", host[5]);  // fault
  cudaDeviceSynchronize();
  cudaFreeHost(host);
}
