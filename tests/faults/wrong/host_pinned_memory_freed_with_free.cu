//! Pinned memory is given to free(), which looks for its own notes before the block.
//! expect: host_access
//! says: cudaFreeHost
#include <cstdlib>

int main() {
  float* staging;
  cudaMallocHost(&staging, 1000 * sizeof(float));
  staging[0] = 1;
  std::free(staging);  // fault
}
