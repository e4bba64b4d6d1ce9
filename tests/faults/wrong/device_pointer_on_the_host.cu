//! The result is read without copying it back.
//! expect: host_access
//! says: cudaMemcpy
//! says: 4-byte allocation
#include <cstdio>

__global__ void sum(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    atomicAdd(out, in[i]);
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 10 * sizeof(int));
  cudaMalloc(&out, sizeof(int));  // allocation
  cudaMemset(in, 0, 10 * sizeof(int));
  cudaMemset(out, 0, sizeof(int));
  sum<<<1, 1>>>(in, out, 10);
  cudaDeviceSynchronize();
  printf("%d\n", *out);  // fault
  cudaFree(in);
  cudaFree(out);
}
