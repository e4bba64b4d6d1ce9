//! A loop that prints and never ends.
//! expect: deadlock
//! says: never ends
#include <cstdio>

__global__ void greet() {
  while (true)                                // fault
    printf("thread %d says\n", threadIdx.x);  // fault
}

int main() {
  greet<<<1, 32>>>();
  cudaDeviceSynchronize();
}
