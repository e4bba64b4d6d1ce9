// Exercise scan_blelloch: see README.md for the tasks and scan_blelloch.hpp for the interface.
#include "scan_blelloch.hpp"

constexpr unsigned kThreads = kLongestRow / 2;  // a block: a thread for two places of the row

// Where place i of the row lies in the array in shared memory; no two places share a slot.
__host__ __device__ constexpr unsigned slot(unsigned i) {
  // TODO(4): leave gaps, so that lanes far apart do not meet in one bank (about 1 line)
  return i;
  // END TODO(4)
}

// Slots up to the furthest one; slot may change the order of places as well as spread them.
constexpr unsigned slots_needed() {
  unsigned needed = 0;
  for (unsigned i = 0; i < kLongestRow; ++i) {
    needed = slot(i) < needed ? needed : slot(i) + 1;
  }
  return needed;
}

constexpr unsigned kSlots = slots_needed();

// Up the tree: for each d, every place i with i + 1 a multiple of 2 * d adds place i - d to its
// own. Place i is slots[slot(i)]. When the function returns, every thread may read every place.
__device__ void sweep_up(int* slots) {
  // TODO(1): the steps d = 1, 2, 4, ..., one addition a thread and fewer and fewer (about 8 lines)
  // END TODO(1)
}

// One step down: every place i with i + 1 a multiple of 2 * d hands its value to place i - d and
// adds what was there to its own.
__device__ void step_down(int* slots, unsigned d) {
  // TODO(2): as in a step up, but exchange and add (about 6 lines)
  // END TODO(2)
}

// Down the tree: the last place becomes 0; then the steps from the largest d to 1. When the
// function returns, every thread may read every place.
__device__ void sweep_down(int* slots) {
  // TODO(3): clear the last place, then the steps d = kThreads, ..., 4, 2, 1 (about 8 lines)
  // END TODO(3)
}

// Fills the row up with zeros.
__device__ void read_row(const int* row, std::size_t cols, int* slots) {
  for (unsigned i = threadIdx.x; i < kLongestRow; i += kThreads) {
    slots[slot(i)] = i < cols ? row[i] : 0;
  }
  __syncthreads();
}

__device__ void write_row(const int* slots, std::size_t cols, int* row) {
  for (unsigned i = threadIdx.x; i < cols; i += kThreads) {
    row[i] = slots[slot(i)];
  }
}

__global__ void tree_kernel(const int* values, std::size_t cols, int* trees) {
  __shared__ int slots[kSlots];
  read_row(values + blockIdx.x * cols, cols, slots);
  sweep_up(slots);
  write_row(slots, kLongestRow, trees + blockIdx.x * std::size_t{kLongestRow});
}

__global__ void step_kernel(const int* places, unsigned d, int* result) {
  __shared__ int slots[kSlots];
  read_row(places, kLongestRow, slots);
  step_down(slots, d);
  __syncthreads();
  write_row(slots, kLongestRow, result);
}

__global__ void scan_kernel(const int* values, std::size_t cols, int* sums) {
  __shared__ int slots[kSlots];
  read_row(values + blockIdx.x * cols, cols, slots);
  sweep_up(slots);
  sweep_down(slots);
  write_row(slots, cols, sums + blockIdx.x * cols);
}

extern "C" void sum_trees(const int* values, std::size_t rows, std::size_t cols, int* trees) {
  if (rows > 0) {
    tree_kernel<<<static_cast<unsigned>(rows), kThreads>>>(values, cols, trees);
  }
}

extern "C" void one_step_down(const int* places, unsigned d, int* result) {
  step_kernel<<<1, kThreads>>>(places, d, result);
}

extern "C" void scan_rows_exclusive(const int* values, std::size_t rows, std::size_t cols,
                                    int* sums) {
  if (rows > 0 && cols > 0) {
    scan_kernel<<<static_cast<unsigned>(rows), kThreads>>>(values, cols, sums);
  }
}
