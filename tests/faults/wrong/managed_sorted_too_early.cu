//! An algorithm of the C++ library reads managed memory too early: the line is the caller's.
//! expect: unsynchronised_access
//! says: cudaDeviceSynchronize()
#include <algorithm>
#include <cstdio>

__global__ void fill(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    values[i] = i * 37 % 101;
}

int main() {
  int* values;
  cudaMallocManaged(&values, 400 * sizeof(int));  // allocation
  fill<<<4, 100>>>(values, 400);
  std::sort(values, values + 400);  // fault
  std::printf("%d\n", values[399]);
  cudaFree(values);
}
