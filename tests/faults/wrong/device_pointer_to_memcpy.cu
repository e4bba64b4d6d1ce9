//! memcpy where it must be cudaMemcpy.
//! expect: host_access
//! says: cudaMemcpy
#include <cstring>
#include <vector>

int main() {
  std::vector<int> host(1000, 3);
  int* device;
  cudaMalloc(&device, host.size() * sizeof(int));  // allocation
  memcpy(device, host.data(), host.size() * sizeof(int));
  cudaFree(device);
}
