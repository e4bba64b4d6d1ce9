// Block b waits for block b - 1: data, fence, volatile flag; flag, fence, data.
#include <vector>

__global__ void chain(volatile int* ready, int* value, int n) {
  int b = blockIdx.x;
  if (threadIdx.x == 0 && b > 0) {
    while (ready[b - 1] == 0) {
    }
    __threadfence();
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    value[b * n + i] = b == 0 ? i : value[(b - 1) * n + i] + 1;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    ready[b] = 1;
}

int main() {
  const int blocks = 12, n = 50;
  std::vector<int> host(blocks * n);
  int *ready, *value;
  cudaMalloc(&ready, blocks * sizeof(int));
  cudaMalloc(&value, host.size() * sizeof(int));
  cudaMemset(ready, 0, blocks * sizeof(int));
  chain<<<blocks, 32>>>(ready, value, n);
  cudaMemcpy(host.data(), value, host.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(ready);
  cudaFree(value);
  for (int i = 0; i < n; ++i) {
    if (host[(blocks - 1) * n + i] != i + blocks - 1)
      return 1;
  }
  return 0;
}
