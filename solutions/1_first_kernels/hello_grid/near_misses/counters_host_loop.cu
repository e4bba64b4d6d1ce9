// Right, but a loop on the host: every thread is a launch of its own, and none of them runs beside another.
#include "hello_grid.hpp"

#include <cstdio>

__global__ void hello_kernel(unsigned b, unsigned t, unsigned r, const int* numbers,
                             unsigned* block, unsigned* thread, unsigned* rank) {
  block[r] = b;
  thread[r] = t;
  rank[r] = r;
  printf("block %u thread %u rank %u number %d\n", b, t, r, numbers[r]);
}

extern "C" void hello_grid(unsigned blocks, unsigned threads, const int* numbers, unsigned* block,
                           unsigned* thread, unsigned* rank) {
  for (unsigned r = 0; r < blocks * threads; ++r) {
    hello_kernel<<<1, 1>>>(r / threads, r % threads, r, numbers, block, thread, rank);
  }
}
