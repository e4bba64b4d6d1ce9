//! Threads without data end early, in another copy of the loop's body than the last: no fault of it.
//! expect: note
//! status: 0
//! says: thread 32 of its block ended without reaching it
#include <cstdlib>

__global__ void through_a_tile(int* x, int n) {
  __shared__ int tile[64];
#pragma unroll 4
  for (int i = threadIdx.x; i < n; i += 64) {
    tile[threadIdx.x] = x[i];
    __syncthreads();
    x[i] = tile[threadIdx.x] + 1;
  }
}

int main() {
  int* x;
  cudaMalloc(&x, 1024 * sizeof(int));
  cudaMemset(x, 0, 1024 * sizeof(int));
  for (int turns = 1; turns < 10; ++turns) {
    through_a_tile<<<1, 64>>>(x, 64 * turns + 32);
  }
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(x);
  return error == cudaSuccess ? EXIT_SUCCESS : EXIT_FAILURE;
}
