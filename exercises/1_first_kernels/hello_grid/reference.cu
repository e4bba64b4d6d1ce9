// The reference: correct and as plain as can be. The host calls the threads up one by one: each is
// a grid of its own, so none of them needs to know where it is.
#include "hello_grid.hpp"

#include <cstdio>

__global__ void hello_from(unsigned b, unsigned t, unsigned r, const int* numbers, unsigned* block,
                           unsigned* thread, unsigned* rank) {
  block[r] = b;
  thread[r] = t;
  rank[r] = r;
  printf("block %u thread %u rank %u number %d\n", b, t, r, numbers[r]);
}

extern "C" void hello_grid(unsigned blocks, unsigned threads, const int* numbers, unsigned* block,
                           unsigned* thread, unsigned* rank) {
  for (unsigned b = 0; b < blocks; ++b) {
    for (unsigned t = 0; t < threads; ++t) {
      hello_from<<<1, 1>>>(b, t, b * threads + t, numbers, block, thread, rank);
    }
  }
}
