// Exercise grid_stride: see README.md for the tasks and grid_stride.hpp for the interface.
#include "grid_stride.hpp"

#include <algorithm>

// y = a * x + y, on a grid of any size. x and y do not overlap: __restrict__ says so.
__global__ void saxpy_kernel(float a, const float* __restrict__ x, float* __restrict__ y,
                             std::size_t n) {
  // TODO(1): from this thread's number on, in steps of the whole grid, update y (about 5 lines)
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += 2 * stride) {
    // Two rounds: both load before the first stores. Behind the end the same element stands twice.
    const std::size_t next = i + stride < n ? i + stride : i;
    const float first = a * x[i] + y[i], second = a * x[next] + y[next];
    y[i] = first;
    y[next] = second;
  }
  // END TODO(1)
}

// Just enough blocks of so many threads for n elements, but no more than the device can hold at
// once.
static unsigned blocks_for(std::size_t n, unsigned threads) {
  unsigned resident = 0;  // such blocks of saxpy_kernel that run at the same time on this device
  // TODO(2): multiprocessors of the device, times blocks on each of them (about 6 lines)
  int device = 0, multiprocessors = 0, on_each = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_each, saxpy_kernel, threads, 0);
  resident = static_cast<unsigned>(multiprocessors * on_each);
  // END TODO(2)
  const std::size_t needed = (n + threads - 1) / threads;
  return static_cast<unsigned>(std::min<std::size_t>(needed, resident));
}

extern "C" void saxpy_on_grid(float a, const float* x, float* y, std::size_t n, unsigned blocks,
                              unsigned threads) {
  saxpy_kernel<<<blocks, threads>>>(a, x, y, n);
}

extern "C" void saxpy(float a, const float* x, float* y, std::size_t n, unsigned threads) {
  if (n > 0) {
    saxpy_kernel<<<blocks_for(n, threads), threads>>>(a, x, y, n);
  }
}
