// Volatile values that threads change in turn, or each its own.
#include <cstdio>

/// Each thread its own counter, which others look at.
__global__ void own_counters(volatile int* counters, int* seen) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < 3; ++round)
    counters[i] = counters[i] + 1;
  seen[i] = counters[(i + 1) % (gridDim.x * blockDim.x)] >= 0;
}

/// One block after the other.
__global__ void in_turn(volatile int* turn, int* order) {
  if (threadIdx.x == 0) {
    while (*turn != blockIdx.x) {
    }
    order[blockIdx.x] = blockIdx.x;
    *turn = *turn + 1;
  }
}

__global__ void under_a_lock(int* lock, volatile int* counter) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    *counter = *counter + 1;
    atomicExch(lock, 0);
  }
}

/// The steps of a block, one warp each, with a barrier between.
__global__ void by_barriers(int* out) {
  __shared__ volatile int steps;
  if (threadIdx.x == 0)
    steps = 0;
  for (int warp = 0; warp < 4; ++warp) {
    __syncthreads();
    if (threadIdx.x == warp * 32)
      steps = steps + 1;
  }
  __syncthreads();
  out[threadIdx.x] = steps;
}

__global__ void something_changed(volatile int* changed) {
  if (!*changed)
    *changed = 1;
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 128 * sizeof(int));
  cudaMalloc(&b, 128 * sizeof(int));
  cudaMemset(a, 0, 128 * sizeof(int));
  own_counters<<<2, 64>>>(a, b);
  cudaMemset(a, 0, sizeof(int));
  in_turn<<<4, 32>>>(a, b);
  cudaMemset(a, 0, 2 * sizeof(int));
  under_a_lock<<<4, 32>>>(a, a + 1);
  by_barriers<<<1, 128>>>(b);
  cudaMemset(a, 0, sizeof(int));
  something_changed<<<4, 32>>>(a);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  cudaFree(a);
  cudaFree(b);
}
