//! A lock in shared memory keeps the threads of a block apart, but tells them nothing of what the one before wrote.
//! expect: race
//! says: A lock around it must have __threadfence()
#include <cstdio>

__global__ void gather(const int* values, int n, int* result) {
  __shared__ int lock, total;
  if (threadIdx.x == 0) lock = total = 0;
  __syncthreads();
  bool done = threadIdx.x >= n;
  while (!done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      total += values[threadIdx.x];  // fault
      atomicExch(&lock, 0);
      done = true;
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) *result = total;
}

int main() {
  const int n = 48;
  int host[n], *values, *result, sum = 0;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&values, sizeof(host));
  cudaMalloc(&result, sizeof(int));
  cudaMemcpy(values, host, sizeof(host), cudaMemcpyHostToDevice);
  gather<<<1, 64>>>(values, n, result);
  const cudaError_t error = cudaMemcpy(&sum, result, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d, %s\n", sum, cudaGetErrorString(error));
  cudaFree(values);
  cudaFree(result);
  return error == cudaSuccess ? 0 : 1;
}
