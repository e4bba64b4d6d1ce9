// The reference: correct and as plain as can be. A step, or the whole sum, is the work of a single
// thread.
#include "reduce_global.hpp"

__global__ void step_alone(float* values, std::size_t n, std::size_t stride) {
  for (std::size_t i = 0; i + stride < n; i += 2 * stride) {
    values[i] += values[i + stride];
  }
}

__global__ void sum_alone(float* values, std::size_t n) {
  float sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    sum += values[i];
  }
  values[0] = sum;
}

extern "C" void reduce_step(float* values, std::size_t n, std::size_t stride) {
  step_alone<<<1, 1>>>(values, n, stride);
}

extern "C" void reduce_global(float* values, std::size_t n) {
  if (n > 0) {
    sum_alone<<<1, 1>>>(values, n);
  }
}
