//! A program that copies back only what it is asked for. The copy stands there, in the direction that its pointers say: nobody is told
//! to write one.
//! prints: 0
#include <cstdio>

__global__ void add_one(float* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    values[i] += 1;
  }
}

int main(int argc, char**) {
  const int n = 256;
  float values[n] = {};
  float* on_device;
  cudaMalloc(&on_device, sizeof values);
  cudaMemcpy(on_device, values, sizeof values, cudaMemcpyDefault);
  add_one<<<1, n>>>(on_device, n);
  if (argc > 1) {
    cudaMemcpy(values, on_device, sizeof values, cudaMemcpyDefault);
  }
  std::printf("%g\n", values[3]);
  cudaFree(on_device);
}
