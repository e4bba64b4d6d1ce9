// Double precision throughout, in small blocks, and the ends by an asynchronous copy.
#include "trapezoid_atomic.hpp"

__host__ __device__ static double f(double x) {
  return 4 / (1 + x * x);
}

__global__ void points(double a, double h, std::size_t n, double* sum) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i > 0 && i < n) {
    atomicAdd(sum, h * f(a + h * i));
  }
}

extern "C" void add_inner_points(float a, float h, std::size_t n, double* sum) {
  points<<<static_cast<unsigned>((n + 63) / 64), 64>>>(a, h, n, sum);
}

extern "C" void trapezoid_atomic(float a, float b, std::size_t n, double* integral) {
  const double h = (static_cast<double>(b) - a) / n;
  const double ends = h * (f(a) + f(b)) / 2;
  cudaMemcpyAsync(integral, &ends, sizeof ends, cudaMemcpyHostToDevice);
  points<<<static_cast<unsigned>((n + 63) / 64), 64>>>(a, h, n, integral);
}
