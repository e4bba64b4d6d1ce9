//! The block is four times as large as the array that is copied from it: n counts the bytes of the array, not its elements.
//! prints: 10
#include <cstdio>

__global__ void number(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    values[i] = i + 1;
  }
}

int main() {
  const int count = 1000;
  const int n = count * 4;
  int values[count];
  int* on_device;
  cudaMalloc(&on_device, n * sizeof(int));
  number<<<4, 256>>>(on_device, count);
  cudaMemcpy(values, on_device, n, cudaMemcpyDeviceToHost);
  std::printf("%d\n", values[9]);
  cudaFree(on_device);
}
