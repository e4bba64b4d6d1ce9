// Exercise vector_add: see README.md for the tasks and vector_add.hpp for the interface.
#include "vector_add.hpp"

constexpr unsigned kThreads = 256;  // threads in a block

// One thread adds one pair.
__global__ void add_kernel(const float* a, const float* b, float* sum, std::size_t n) {
  // TODO(1): the number of this thread in the grid; if there is such a pair, add it (about 4 lines)
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    sum[i] = a[i] + b[i];
  }
  // END TODO(1)
}

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  // TODO(2): just enough blocks for n pairs; launch nothing for n = 0 (about 4 lines)
  if (n == 0) {
    return;
  }
  const auto blocks = static_cast<unsigned>((n + kThreads - 1) / kThreads);
  // END TODO(2)
  add_kernel<<<blocks, kThreads>>>(a, b, sum, n);
}
