// Exercise scan_hillis_steele: see README.md for the tasks and scan_hillis_steele.hpp for the
// interface.
#include "scan_hillis_steele.hpp"

constexpr unsigned kWarp = 32;  // lanes in a warp

// One step of the scan: fills place `threadIdx.x` of `to` from the places of `from`. Both are
// arrays in shared memory with a place for each thread of the block.
__device__ void add_step(const int* from, int* to, unsigned distance) {
  // TODO(1): my value, and the one `distance` places before it if there is one (about 3 lines)
  // END TODO(1)
}

// Scans the values of a block, one a thread; returns the sum up to and including mine. There are
// two buffers with a place for each thread, `from` holds the values. All threads must call it.
__device__ int scan_block(int* from, int* to) {
  // TODO(2): steps with distance 1, 2, 4, ... from one buffer to the other (about 6 lines)
  // END TODO(2)
  return from[threadIdx.x];
}

__global__ void step_kernel(const int* values, unsigned n, unsigned distance, int* sums) {
  __shared__ int from[kLongestRow], to[kLongestRow];
  from[threadIdx.x] = threadIdx.x < n ? values[threadIdx.x] : 0;
  to[threadIdx.x] = -1;
  __syncthreads();
  add_step(from, to, distance);
  if (threadIdx.x < n) {
    sums[threadIdx.x] = to[threadIdx.x];
  }
}

// Block b scans row b.
__global__ void scan_kernel(const int* values, std::size_t cols, int* sums) {
  __shared__ int from[kLongestRow], to[kLongestRow];
  const std::size_t i = blockIdx.x * cols + threadIdx.x;
  from[threadIdx.x] = threadIdx.x < cols ? values[i] : 0;
  __syncthreads();
  const int sum = scan_block(from, to);
  if (threadIdx.x < cols) {
    sums[i] = sum;
  }
}

// Threads for a row: whole warps.
static unsigned threads_for(std::size_t cols) {
  return static_cast<unsigned>((cols + kWarp - 1) / kWarp * kWarp);
}

extern "C" void add_shifted(const int* values, unsigned n, unsigned distance, int* sums) {
  if (n > 0) {
    step_kernel<<<1, threads_for(n)>>>(values, n, distance, sums);
  }
}

extern "C" void scan_rows(const int* values, std::size_t rows, std::size_t cols, int* sums) {
  if (rows > 0 && cols > 0) {
    scan_kernel<<<static_cast<unsigned>(rows), threads_for(cols)>>>(values, cols, sums);
  }
}
