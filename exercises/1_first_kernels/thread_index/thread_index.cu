// Exercise thread_index: see README.md for the tasks and thread_index.hpp for the interface.
#include "thread_index.hpp"

constexpr unsigned long long kBlockDigits = 1000000000;  // digits of threadIdx: below this number

// Three numbers below 1000 as the digits zzzyyyxxx.
__device__ unsigned digits(unsigned x, unsigned y, unsigned z) {
  return x + 1000 * y + 1000000 * z;
}

// The index of this thread in its block: x runs fastest, then y, then z.
__device__ unsigned index_in_block() {
  unsigned index = 0;
  // TODO(1): from threadIdx and blockDim (about 2 lines)
  // END TODO(1)
  return index;
}

// The index of this thread in the grid: all threads of a block, then all of the next one.
__device__ unsigned index_in_grid() {
  unsigned index = 0;
  // TODO(2): the block's index in the grid; threads of blocks before it; mine in it (about 4 lines)
  // END TODO(2)
  return index;
}

__global__ void in_block_kernel(unsigned long long* who) {
  who[index_in_block()] = digits(threadIdx.x, threadIdx.y, threadIdx.z);
}

__global__ void in_grid_kernel(unsigned long long* who) {
  who[index_in_grid()] = digits(blockIdx.x, blockIdx.y, blockIdx.z) * kBlockDigits +
                         digits(threadIdx.x, threadIdx.y, threadIdx.z);
}

// One thread fills one cell with its digits(x, y, z); the grid may reach beyond the volume.
__global__ void fill_kernel(Extent size, unsigned* cells) {
  // TODO(3): this thread's cell (x, y, z); if there is such a cell, fill it (about 6 lines)
  // END TODO(3)
}

static dim3 dimensions(Extent extent) {
  return dim3(extent.x, extent.y, extent.z);
}

extern "C" void ids_in_block(Extent block, unsigned long long* who) {
  in_block_kernel<<<1, dimensions(block)>>>(who);
}

extern "C" void ids_in_grid(Extent grid, Extent block, unsigned long long* who) {
  in_grid_kernel<<<dimensions(grid), dimensions(block)>>>(who);
}

extern "C" void fill_volume(Extent size, unsigned* cells) {
  const dim3 threads(16, 4, 2);
  const dim3 blocks((size.x + threads.x - 1) / threads.x, (size.y + threads.y - 1) / threads.y,
                    (size.z + threads.z - 1) / threads.z);
  fill_kernel<<<blocks, threads>>>(size, cells);
}
