//! The first block waits for the last one and writes in each turn: the others must go first.
//! env: WARPSCHOOL_WORK_LIMIT=500000000
//! prints: 700 tries: some
#include <cstdio>

__global__ void pass_on(volatile int* value, volatile int* ready, int* tries) {
  volatile __shared__ int turns;
  const int next = blockIdx.x + 1;
  if (threadIdx.x == 0) {
    turns = 0;
    if (next < gridDim.x) {
      while (ready[next] == 0)
        turns = turns + 1;
      __threadfence();
      value[blockIdx.x] = value[next] + 100;
    } else {
      value[blockIdx.x] = 100;
    }
    __threadfence();
    ready[blockIdx.x] = 1;
    tries[blockIdx.x] = turns;
  }
}

int main() {
  int *value, *ready, *tries, result = 0, most = 0;
  cudaMalloc(&value, 7 * sizeof(int));
  cudaMalloc(&ready, 7 * sizeof(int));
  cudaMalloc(&tries, 7 * sizeof(int));
  cudaMemset(ready, 0, 7 * sizeof(int));
  pass_on<<<7, 64>>>(value, ready, tries);
  cudaMemcpy(&result, value, sizeof result, cudaMemcpyDeviceToHost);
  cudaMemcpy(&most, tries, sizeof most, cudaMemcpyDeviceToHost);
  std::printf("%d tries: %s\n", result, most > 0 ? "some" : "none");
  cudaFree(value);
  cudaFree(ready);
  cudaFree(tries);
}
