// Exercise grid_stride: see README.md for the tasks and grid_stride.hpp for the interface.
#include "grid_stride.hpp"

#include <algorithm>

constexpr unsigned kThreads = 256;  // threads in a block of saxpy

// y = a * x + y, on a grid of any size. x and y do not overlap: __restrict__ says so.
__global__ void saxpy_kernel(float a, const float* __restrict__ x, float* __restrict__ y,
                             std::size_t n) {
  // TODO(1): from this thread's number on, in steps of the whole grid, update y (about 5 lines)
  // END TODO(1)
}

// Just enough blocks for n elements, but no more than the device can hold at once.
static unsigned blocks_for(std::size_t n) {
  unsigned resident = 0;  // blocks of saxpy_kernel that run at the same time on this device
  // TODO(2): multiprocessors of the device, times blocks on each of them (about 6 lines)
  // END TODO(2)
  const std::size_t needed = (n + kThreads - 1) / kThreads;
  return static_cast<unsigned>(std::min<std::size_t>(needed, resident));
}

extern "C" void saxpy_on_grid(float a, const float* x, float* y, std::size_t n, unsigned blocks,
                              unsigned threads) {
  saxpy_kernel<<<blocks, threads>>>(a, x, y, n);
}

extern "C" void saxpy(float a, const float* x, float* y, std::size_t n) {
  if (n > 0) {
    saxpy_kernel<<<blocks_for(n), kThreads>>>(a, x, y, n);
  }
}
