//! A string of the host, printed by a kernel.
//! expect: host_pointer
//! says: host memory
#include <cstdio>

__global__ void greet(const char* name) {
  printf("hello, %s\n", name);  // fault
}

int main() {
  static char name[] = "world";
  greet<<<1, 1>>>(name);
  cudaDeviceSynchronize();
}
