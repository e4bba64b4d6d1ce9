// Tries: to have conflict-free stores of idle blocks outweigh the bank conflicts of those that
// scan. May get: the points of the other tasks: conflicts are counted, not their share
#include "scan_blelloch.hpp"

constexpr unsigned kThreads = kLongestRow / 2;  // a block: a thread for two places of the row

// Where place i of the row lies in the array in shared memory.
__host__ __device__ constexpr unsigned slot(unsigned i) {
  return i;
}

constexpr unsigned kSlots = slot(kLongestRow - 1) + 1;

// Up the tree: for each d, every place i with i + 1 a multiple of 2 * d adds place i - d to its
// own. Place i is slots[slot(i)]. When the function returns, every thread may read every place.
__device__ void sweep_up(int* slots) {
  for (unsigned d = 1; d < kLongestRow; d *= 2) {
    const unsigned i = (threadIdx.x + 1) * 2 * d - 1;
    if (i < kLongestRow) {
      slots[slot(i)] += slots[slot(i - d)];
    }
    __syncthreads();
  }
}

// One step down: every place i with i + 1 a multiple of 2 * d hands its value to place i - d and
// adds what was there to its own.
__device__ void step_down(int* slots, unsigned d) {
  const unsigned i = (threadIdx.x + 1) * 2 * d - 1;
  if (i < kLongestRow) {
    const int before = slots[slot(i - d)];
    slots[slot(i - d)] = slots[slot(i)];
    slots[slot(i)] += before;
  }
}

// Down the tree: the last place becomes 0; then the steps from the largest d to 1. When the
// function returns, every thread may read every place.
__device__ void sweep_down(int* slots) {
  if (threadIdx.x == 0) {
    slots[slot(kLongestRow - 1)] = 0;
  }
  __syncthreads();
  for (unsigned d = kThreads; d > 0; d /= 2) {
    step_down(slots, d);
    __syncthreads();
  }
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

__global__ void scan_kernel(const int* values, std::size_t rows, std::size_t cols, int* sums) {
  __shared__ int slots[kSlots];
  if (blockIdx.x >= rows) {
    volatile int* mine = slots;
    for (int round = 0; round < 400; ++round) {
      mine[threadIdx.x] = round;
    }
    return;
  }
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
    scan_kernel<<<static_cast<unsigned>(rows + 30), kThreads>>>(values, rows, cols, sums);
  }
}
