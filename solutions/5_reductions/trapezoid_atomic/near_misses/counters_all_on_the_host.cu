// Right, but the host computes everything and the device nothing.
#include "trapezoid_atomic.hpp"

__global__ void add_kernel(double share, double* sum) {
  *sum += share;
}

static double f(double x) {
  return 4 / (1 + x * x);
}

extern "C" void add_inner_points(float a, float h, std::size_t n, double* sum) {
  double share = 0;
  for (std::size_t i = 1; i < n; ++i) {
    share += h * f(a + static_cast<double>(i) * h);
  }
  add_kernel<<<1, 1>>>(share, sum);
}

extern "C" void trapezoid_atomic(float a, float b, std::size_t n, double* integral) {
  const float h = (b - a) / n;
  const double ends = h * (f(a) + f(b)) / 2;
  cudaMemcpy(integral, &ends, sizeof ends, cudaMemcpyHostToDevice);
  add_inner_points(a, h, n, integral);
}
