// Exercise hello_grid: see README.md for the tasks and hello_grid.hpp for the interface.
#include "hello_grid.hpp"

#include <cstdio>

__global__ void hello_kernel(const int* numbers, unsigned* block, unsigned* thread,
                             unsigned* rank) {
  unsigned r = 0;
  // TODO(2): this thread's rank in the grid; store its block and thread there (about 3 lines)
  r = blockIdx.x * blockDim.x + threadIdx.x;
  block[r] = blockIdx.x;
  thread[r] = threadIdx.x;
  // END TODO(2)
  rank[r] = r;
  // TODO(3): print one line, with the number that belongs to this rank (about 2 lines)
  printf("block %u thread %u rank %u number %d\n", blockIdx.x, threadIdx.x, r, numbers[r]);
  // END TODO(3)
}

extern "C" void hello_grid(unsigned blocks, unsigned threads, const int* numbers, unsigned* block,
                           unsigned* thread, unsigned* rank) {
  // TODO(1): launch hello_kernel on a grid of this shape (about 1 line)
  hello_kernel<<<blocks, threads>>>(numbers, block, thread, rank);
  // END TODO(1)
}
