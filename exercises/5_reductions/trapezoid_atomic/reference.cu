// The reference: correct and as plain as can be. One thread walks over all points.
#include "trapezoid_atomic.hpp"

__device__ float f(float x) {
  return 4 / (1 + x * x);
}

__global__ void walk(float a, float h, std::size_t n, double* sum) {
  for (std::size_t i = 1; i < n; ++i) {
    *sum += h * f(a + i * h);
  }
}

__global__ void ends(float a, float b, float h, double* integral) {
  *integral = h * (f(a) + f(b)) / 2;
}

extern "C" void add_inner_points(float a, float h, std::size_t n, double* sum) {
  walk<<<1, 1>>>(a, h, n, sum);
}

extern "C" void trapezoid_atomic(float a, float b, std::size_t n, double* integral) {
  const float h = (b - a) / n;
  ends<<<1, 1>>>(a, b, h, integral);
  add_inner_points(a, h, n, integral);
}
