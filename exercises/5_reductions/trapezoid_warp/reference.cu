// The reference: correct and as plain as can be. Every thread adds its value to the result with an
// atomicAdd.
#include "trapezoid_warp.hpp"

__device__ float f(float x) {
  return 4 / (1 + x * x);
}

__global__ void add_values(const float* values, std::size_t n, float* sums) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&sums[i / 32], values[i]);
  }
}

__global__ void add_points(const Interval* interval, std::size_t n, double* sum) {
  const float a = interval->a;
  const float h = (interval->b - a) / n;
  const std::size_t i = 1 + std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(sum, static_cast<double>(h * f(a + i * h)));
  }
}

static unsigned blocks_for(std::size_t n) {
  return static_cast<unsigned>((n + 255) / 256);
}

__global__ void ends(const Interval* interval, std::size_t n, double* integral) {
  const float h = (interval->b - interval->a) / n;
  *integral = h * (f(interval->a) + f(interval->b)) / 2;
}

extern "C" void warp_sums_shuffle(const float* values, std::size_t n, float* sums) {
  cudaMemsetAsync(sums, 0, (n + 31) / 32 * sizeof *sums);
  if (n > 0) {
    add_values<<<blocks_for(n), 256>>>(values, n, sums);
  }
}

extern "C" void warp_sums_shared(const float* values, std::size_t n, float* sums) {
  warp_sums_shuffle(values, n, sums);
}

extern "C" void trapezoid_warp_shuffle(const Interval* interval, std::size_t n, double* integral) {
  ends<<<1, 1>>>(interval, n, integral);
  add_points<<<blocks_for(n), 256>>>(interval, n, integral);
}

extern "C" void trapezoid_warp_shared(const Interval* interval, std::size_t n, double* integral) {
  trapezoid_warp_shuffle(interval, n, integral);
}
