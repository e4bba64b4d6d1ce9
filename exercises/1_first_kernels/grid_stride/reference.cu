// The reference: correct and as plain as can be. One block an element, one thread a block.
#include "grid_stride.hpp"

__global__ void update_one(float a, const float* x, float* y) {
  const std::size_t i = blockIdx.x;
  y[i] = a * x[i] + y[i];
}

extern "C" void saxpy(float a, const float* x, float* y, std::size_t n, unsigned) {
  if (n > 0) {
    update_one<<<static_cast<unsigned>(n), 1>>>(a, x, y);
  }
}

extern "C" void saxpy_on_grid(float a, const float* x, float* y, std::size_t n, unsigned,
                              unsigned) {
  saxpy(a, x, y, n, 1);
}
