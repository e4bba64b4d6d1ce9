// The reference: correct and as plain as can be. One thread walks over all points.
#include "trapezoid_atomic.hpp"

__device__ float f(float x) {
  return 4 / (1 + x * x);
}

__global__ void walk(const Interval* interval, std::size_t n, double* sum) {
  const float a = interval->a;
  const float h = (interval->b - a) / n;
  for (std::size_t i = 1; i < n; ++i) {
    *sum += h * f(a + i * h);
  }
}

__global__ void ends(const Interval* interval, std::size_t n, double* integral) {
  const float h = (interval->b - interval->a) / n;
  *integral = h * (f(interval->a) + f(interval->b)) / 2;
}

extern "C" void add_inner_points(const Interval* interval, std::size_t n, double* sum) {
  walk<<<1, 1>>>(interval, n, sum);
}

extern "C" void store_ends(const Interval* interval, std::size_t n, double* integral) {
  ends<<<1, 1>>>(interval, n, integral);
}

extern "C" void trapezoid_atomic(const Interval* interval, std::size_t n, double* integral) {
  store_ends(interval, n, integral);
  add_inner_points(interval, n, integral);
}
