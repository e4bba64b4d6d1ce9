// The reference: correct and as plain as can be. The array of floats holds one cell after the
// other, like an array of structs.
#include "coalescing.hpp"

__global__ void warm_cells(float* state, std::size_t n, float by) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    state[i * kFields] += by;
  }
}

extern "C" void choose_layout(std::size_t, Place* places) {
  for (unsigned field = 0; field < kFields; ++field) {
    places[field] = Place{field, kFields};
  }
}

extern "C" void warm(float* state, std::size_t n, float by) {
  if (n > 0) {
    warm_cells<<<static_cast<unsigned>((n + 255) / 256), 256>>>(state, n, by);
  }
}

extern "C" void warm_structs(Cell* cells, std::size_t n, float by) {
  warm(&cells->temperature, n, by);
}
