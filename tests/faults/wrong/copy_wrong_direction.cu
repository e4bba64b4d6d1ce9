//! The input is copied with cudaMemcpyDeviceToHost.
//! expect: invalid_copy
//! says: cudaMemcpyHostToDevice
#include <vector>

int main() {
  std::vector<float> h(256, 1.5f);
  float* d;
  cudaMalloc(&d, h.size() * sizeof(float));
  cudaMemcpy(d, h.data(), h.size() * sizeof(float), cudaMemcpyDeviceToHost);  // fault
  cudaMemcpy(h.data(), d, h.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d);
}
