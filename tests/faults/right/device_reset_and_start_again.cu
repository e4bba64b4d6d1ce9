//! After cudaDeviceReset() all is new: variables have their first values, memory of all kinds is made and used again.
//! prints: 1 41 2
//! prints: 1 41 2
//! prints: 1 41 2
#include <cstdio>
#include <cstring>

__device__ int calls = 0;
__managed__ int shared_count = 40;

__global__ void step(int *pinned, int *managed, const int *in) {
  calls++;
  shared_count++;
  pinned[0] = calls;
  managed[0] = shared_count + in[0];
}

int main() {
  for (int round = 0; round < 3; round++) {
    int *in, *pinned, *managed, *freed;
    cudaMalloc(&freed, 1 << 20);
    cudaMalloc(&in, 3 * sizeof(int));
    cudaMallocHost(&pinned, 5000);
    cudaMallocManaged(&managed, sizeof(int));
    memset(pinned, 1, 5000);
    cudaMemset(in, 0, 3 * sizeof(int));
    cudaFree(freed);
    if (round == 0)
      cudaDeviceSetLimit(cudaLimitStackSize, 4096);
    step<<<1, 1>>>(pinned, managed, in);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", pinned[0], managed[0] * 1, pinned[0] + (shared_count == 41));
    if (round == 1) {
      cudaFree(in);
      cudaFreeHost(pinned);
      cudaFree(managed);
    }
    cudaDeviceReset();
    shared_count = 40;
  }
}
