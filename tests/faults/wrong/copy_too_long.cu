//! The copy takes 8 bytes an element where the allocation has 4.
//! expect: invalid_copy
//! says: 512
//! says: 256
#include <vector>

int main() {
  const int n = 64;
  std::vector<double> host(n);
  float* device;
  cudaMalloc(&device, n * sizeof(float));                                       // allocation
  cudaMemcpy(device, host.data(), n * sizeof(double), cudaMemcpyHostToDevice);  // fault
  cudaFree(device);
}
