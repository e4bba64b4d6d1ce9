// Right, but a single block computes all points.
#include "trapezoid_atomic.hpp"

__device__ float f(float x) {
  return 4 / (1 + x * x);
}

__device__ float width(const Interval* interval, std::size_t n) {
  return (interval->b - interval->a) / n;
}

// Adds h * f(a + i * h) to *sum for each i from 1 to n - 1, by one block.
__global__ void inner_points_kernel(const Interval* interval, std::size_t n, double* sum) {
  const float h = width(interval, n);
  for (std::size_t i = 1 + threadIdx.x; i < n; i += blockDim.x) {
    atomicAdd(sum, static_cast<double>(h * f(interval->a + i * h)));
  }
}

__global__ void ends_kernel(const Interval* interval, std::size_t n, double* integral) {
  *integral = width(interval, n) * (f(interval->a) + f(interval->b)) / 2;
}

extern "C" void add_inner_points(const Interval* interval, std::size_t n, double* sum) {
  if (n > 1) {
    inner_points_kernel<<<1, 1024>>>(interval, n, sum);
  }
}

extern "C" void store_ends(const Interval* interval, std::size_t n, double* integral) {
  ends_kernel<<<1, 1>>>(interval, n, integral);
}

extern "C" void trapezoid_atomic(const Interval* interval, std::size_t n, double* integral) {
  store_ends(interval, n, integral);
  add_inner_points(interval, n, integral);
}
