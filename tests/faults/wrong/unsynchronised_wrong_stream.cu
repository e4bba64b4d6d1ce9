//! The host waits for the stream that ends last, and reads what another one gave back.
//! expect: unsynchronised_access
//! says: wait for its stream (not for another)
#include <cstdio>

__global__ void fill(int* x, int turns) {
  int value = threadIdx.x;
  while (turns-- > 0)
    value = value * 3 + 1;
  x[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

int main() {
  const int n = 4096;
  int *host[2], *device[2];
  cudaStream_t streams[2];
  for (int s = 0; s < 2; ++s) {
    cudaMallocHost(&host[s], n * sizeof(int));  // allocation
    cudaMalloc(&device[s], n * sizeof(int));
    cudaStreamCreate(&streams[s]);
  }
  for (int s = 0; s < 2; ++s) {
    fill<<<16, 256, 0, streams[s]>>>(device[s], s == 0 ? 1 : 1000);
    cudaMemcpyAsync(host[s], device[s], n * sizeof(int), cudaMemcpyDeviceToHost, streams[s]);
  }
  cudaStreamSynchronize(streams[1]);
  std::printf("%d\n", host[0][7]);  // fault
  cudaDeviceSynchronize();
  for (int s = 0; s < 2; ++s) {
    cudaFreeHost(host[s]);
    cudaFree(device[s]);
    cudaStreamDestroy(streams[s]);
  }
}
