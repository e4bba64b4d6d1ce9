//! The only copy brings data to the device; what the kernel made of them stays there.
//! expect: note
//! status: 0
//! says: nothing that kernels wrote was ever copied to the host
#include <cstdio>

__global__ void add_one(float* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    values[i] += 1;
  }
}

int main() {
  const int n = 256;
  float values[n] = {};
  float* on_device;
  cudaMalloc(&on_device, sizeof values);
  cudaMemcpy(on_device, values, sizeof values, cudaMemcpyDefault);
  add_one<<<1, n>>>(on_device, n);
  cudaDeviceSynchronize();
  std::printf("%g\n", values[3]);
  cudaFree(on_device);
}
