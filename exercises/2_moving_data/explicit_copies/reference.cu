// The reference: correct and as plain as can be. The pair is added by a single thread, and the
// arrays share one allocation.
#include "explicit_copies.hpp"

__global__ void add_all(float* values, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    values[i] += values[n + i];
  }
}

extern "C" float* upload(const float* host, std::size_t n) {
  float* device = nullptr;
  cudaMalloc(&device, n * sizeof *device);
  cudaMemcpy(device, host, n * sizeof *device, cudaMemcpyHostToDevice);
  return device;
}

extern "C" void download(const float* device, float* host, std::size_t n) {
  cudaMemcpy(host, device, n * sizeof *host, cudaMemcpyDeviceToHost);
}

extern "C" void add_into(float* y, const float* x, std::size_t n) {
  float* both = nullptr;
  cudaMalloc(&both, 2 * n * sizeof *both);
  cudaMemcpy(both, y, n * sizeof *both, cudaMemcpyHostToDevice);
  cudaMemcpy(both + n, x, n * sizeof *both, cudaMemcpyHostToDevice);
  add_all<<<1, 1>>>(both, n);
  cudaMemcpy(y, both, n * sizeof *both, cudaMemcpyDeviceToHost);
  cudaFree(both);
}
