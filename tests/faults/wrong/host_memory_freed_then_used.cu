//! Pinned memory is used by the host after cudaFreeHost.
//! expect: use_after_free
//! says: freed
#include <cstdio>

int main() {
  float* x;
  cudaMallocHost((void**)&x, 1 << 20);  // allocation
  x[0] = 1.0f;
  cudaFreeHost(x);
  printf("%f\n", x[0]);  // fault
}
