//! A sum comes back through mapped memory, and the host reads it before the kernel can have ended.
//! expect: unsynchronised_access
//! says: the kernel launched at line
#include <cstdio>

__global__ void sum(const float* in, float* out, int n) {
  float total = 0;
  for (int i = 0; i < n; i++) total += in[i];
  *out = total;
}

int main() {
  const int n = 1000;
  float *numbers, *result, *on_device, *result_on_device;
  cudaHostAlloc(&numbers, n * sizeof(float), cudaHostAllocMapped);
  cudaHostAlloc(&result, sizeof(float), cudaHostAllocMapped);  // allocation
  for (int i = 0; i < n; i++) numbers[i] = 1;
  cudaHostGetDevicePointer(&on_device, numbers, 0);
  cudaHostGetDevicePointer(&result_on_device, result, 0);
  sum<<<1, 1>>>(on_device, result_on_device, n);
  std::printf("%g\n", *result);  // fault
  cudaDeviceSynchronize();
  cudaFreeHost(numbers);
  cudaFreeHost(result);
}
