//! prints: 3072
// One block clears a total and says so with a flag; each block waits for the flag before it adds. Another total belongs to each
// block alone: a plain write, a barrier, atomics.
#include <cstdio>
__device__ int total, own[8];
__device__ volatile int ready;

__global__ void sum() {
  if (threadIdx.x == 0) {
    own[blockIdx.x] = 0;
    if (blockIdx.x == 0) {
      total = 0;
      __threadfence();
      ready = 1;
    }
    while (ready == 0) {
    }
    __threadfence();
  }
  __syncthreads();
  atomicAdd(&total, 1);
  atomicAdd(&own[blockIdx.x], 2);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&total, own[blockIdx.x]);
}

int main() {
  sum<<<8, 128>>>();
  int result;
  cudaMemcpyFromSymbol(&result, total, sizeof result);
  std::printf("%d\n", result);
}
