// Double precision throughout, in small blocks; the ends by two threads that add to a zero.
#include "trapezoid_atomic.hpp"

__device__ static double f(double x) {
  return 4 / (1 + x * x);
}

__device__ static double width(const Interval& interval, std::size_t n) {
  return (static_cast<double>(interval.b) - interval.a) / n;
}

__global__ void points(const Interval* interval, std::size_t n, double* sum) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const double h = width(*interval, n);
  if (i > 0 && i < n) {
    atomicAdd(sum, h * f(interval->a + h * i));
  }
}

__global__ void ends(const Interval* interval, std::size_t n, double* integral) {
  const double x = threadIdx.x == 0 ? interval->a : interval->b;
  atomicAdd(integral, f(x) * width(*interval, n) / 2);
}

extern "C" void add_inner_points(const Interval* interval, std::size_t n, double* sum) {
  points<<<static_cast<unsigned>((n + 63) / 64), 64>>>(interval, n, sum);
}

extern "C" void store_ends(const Interval* interval, std::size_t n, double* integral) {
  cudaMemsetAsync(integral, 0, sizeof *integral);
  ends<<<1, 2>>>(interval, n, integral);
}

extern "C" void trapezoid_atomic(const Interval* interval, std::size_t n, double* integral) {
  cudaMemsetAsync(integral, 0, sizeof *integral);
  points<<<static_cast<unsigned>((n + 63) / 64), 64>>>(interval, n, integral);
  ends<<<1, 2>>>(interval, n, integral);
}
