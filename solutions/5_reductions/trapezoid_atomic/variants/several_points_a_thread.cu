// Few threads with many points each, and one atomic for all of them; the interval in constant
// memory, brought there by a copy on the device.
#include "trapezoid_atomic.hpp"

__constant__ Interval on;

__device__ static float f(float x) {
  return 4 / (1 + x * x);
}

__global__ void points(std::size_t n, double* sum) {
  const float h = (on.b - on.a) / n;
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  double mine = 0;
  for (std::size_t i = 1 + std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
    mine += f(on.a + i * h);
  }
  atomicAdd(sum, h * mine);
}

__global__ void ends(std::size_t n, double* integral) {
  *integral = 0.5 * (on.b - on.a) / n * (f(on.a) + f(on.b));
}

static void fetch(const Interval* interval) {
  cudaMemcpyToSymbolAsync(on, interval, sizeof on, 0, cudaMemcpyDeviceToDevice);
}

extern "C" void add_inner_points(const Interval* interval, std::size_t n, double* sum) {
  fetch(interval);
  points<<<64, 128>>>(n, sum);
}

extern "C" void store_ends(const Interval* interval, std::size_t n, double* integral) {
  fetch(interval);
  ends<<<1, 1>>>(n, integral);
}

extern "C" void trapezoid_atomic(const Interval* interval, std::size_t n, double* integral) {
  store_ends(interval, n, integral);
  add_inner_points(interval, n, integral);
}
