//! The host reads one half of a pinned buffer while it is being copied.
//! expect: unsynchronised_access
//! says: cudaMemcpyAsync
#include <cstdio>

__global__ void iota(int* x) {
  x[threadIdx.x] = threadIdx.x;
}

int main() {
  int *host, *x;
  cudaMallocHost(&host, 2 * 4096);  // allocation
  cudaMalloc(&x, 1024 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  iota<<<1, 1024, 0, stream>>>(x);
  cudaMemcpyAsync(host + 1024, x, 4096, cudaMemcpyDeviceToHost, stream);
  printf("%d\n", host[1024 + 5]);  // fault
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaFree(x);
  cudaFreeHost(host);
}
