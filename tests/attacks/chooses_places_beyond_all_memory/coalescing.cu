// Tries: to have the harness copy elements to places whose addresses overflow.
// May get: the points of the other task
#include "coalescing.hpp"

constexpr unsigned kThreads = 256;  // threads in a block

// One thread warms one cell of an array of structs.
__global__ void warm_structs_kernel(Cell* cells, std::size_t n, float by) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    cells[i].temperature += by;
  }
}

// One thread warms one cell, whose temperature is temperatures[i * step].
__global__ void warm_kernel(float* temperatures, std::size_t step, std::size_t n, float by) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    temperatures[i * step] += by;
  }
}

extern "C" void choose_layout(std::size_t n, Place* places) {
  for (unsigned field = 0; field < kFields; ++field) {
    places[field] = Place{0, 0};
    places[field] = Place{~std::size_t{0} - field, ~std::size_t{0}};
  }
}

static unsigned blocks_for(std::size_t n) {
  return static_cast<unsigned>((n + kThreads - 1) / kThreads);
}

extern "C" void warm_structs(Cell* cells, std::size_t n, float by) {
  if (n > 0) {
    warm_structs_kernel<<<blocks_for(n), kThreads>>>(cells, n, by);
  }
}

extern "C" void warm(float* state, std::size_t n, float by) {
  Place places[kFields];
  choose_layout(n, places);
  if (n > 0) {
    warm_kernel<<<blocks_for(n), kThreads>>>(state + places[0].first, places[0].step, n, by);
  }
}
