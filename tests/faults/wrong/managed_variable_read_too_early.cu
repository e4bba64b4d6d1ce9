//! A __managed__ variable is read without a synchronisation.
//! expect: unsynchronised_access
//! says: cudaDeviceSynchronize
#include <stdio.h>

__managed__ int total = 0;

__global__ void add(const int* x) {
  atomicAdd(&total, x[threadIdx.x]);
}

int main() {
  int* x;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMemset(x, 0, 32 * sizeof(int));
  add<<<1, 32>>>(x);
  if (total != 0)  // fault
    printf("%d\n", total);
  cudaFree(x);
  return 0;
}
