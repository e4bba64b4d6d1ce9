//! The sum is read from managed memory while the kernel may still run.
//! expect: unsynchronised_access
//! says: cudaDeviceSynchronize
#include <cstdio>

__global__ void sum(const int* x, int n, int* result) {
  int total = 0;
  for (int i = 0; i < n; ++i)
    total += x[i];
  *result = total;
}

int main() {
  int *x, *result;
  cudaMallocManaged(&x, 100 * sizeof(int));
  cudaMallocManaged(&result, sizeof(int));  // allocation
  for (int i = 0; i < 100; ++i)
    x[i] = i;
  sum<<<1, 1>>>(x, 100, result);
  printf("%d\n", *result);  // fault
  cudaFree(x);
  cudaFree(result);
}
