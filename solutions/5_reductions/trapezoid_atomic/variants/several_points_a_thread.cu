// Few threads with many points each, and one atomic for all of them.
#include "trapezoid_atomic.hpp"

__host__ __device__ static float f(float x) {
  return 4 / (1 + x * x);
}

__global__ void points(float a, float h, std::size_t n, double* sum) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  double mine = 0;
  for (std::size_t i = 1 + std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
    mine += f(a + i * h);
  }
  atomicAdd(sum, h * mine);
}

extern "C" void add_inner_points(float a, float h, std::size_t n, double* sum) {
  points<<<64, 128>>>(a, h, n, sum);
}

extern "C" void trapezoid_atomic(float a, float b, std::size_t n, double* integral) {
  const float h = (b - a) / n;
  const double ends = 0.5 * h * (f(a) + f(b));
  cudaMemcpy(integral, &ends, sizeof ends, cudaMemcpyDefault);
  add_inner_points(a, h, n, integral);
}
