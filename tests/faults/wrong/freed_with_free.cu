//! Device memory is given to the C library.
//! expect: host_access
//! says: given to free() or delete
//! says: cudaFree
#include <cstdlib>

int main() {
  float* device;
  cudaMalloc(&device, 400);
  std::free(device);  // fault
}
