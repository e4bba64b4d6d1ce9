// The reference: correct, and one step behind. Blocks of one warp, a sum by shuffles, and an
// atomicAdd for each 32 values.
#include "trapezoid_block.hpp"

__device__ float f(float x) {
  return 4 / (1 + x * x);
}

__device__ float warp_sum(float value) {
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    value += __shfl_down_sync(0xffffffffu, value, distance);
  }
  return value;
}

__global__ void add_values(const float* values, unsigned count, float* sum) {
  const unsigned i = blockIdx.x * 32 + threadIdx.x;
  const float total = warp_sum(i < count ? values[i] : 0);
  if (threadIdx.x == 0) {
    atomicAdd(sum, total);
  }
}

__global__ void add_points(const Interval* interval, std::size_t n, double* sum) {
  const float a = interval->a;
  const float h = (interval->b - a) / n;
  const std::size_t i = 1 + std::size_t{blockIdx.x} * 32 + threadIdx.x;
  const float total = warp_sum(i < n ? f(a + i * h) : 0);
  if (threadIdx.x == 0) {
    atomicAdd(sum, static_cast<double>(h) * total);
  }
}

__global__ void ends(const Interval* interval, std::size_t n, double* integral) {
  const float h = (interval->b - interval->a) / n;
  *integral = h * (f(interval->a) + f(interval->b)) / 2;
}

extern "C" void sum_of_block(const float* values, unsigned count, float* sum) {
  cudaMemsetAsync(sum, 0, sizeof *sum);
  add_values<<<count / 32 + 1, 32>>>(values, count, sum);
}

extern "C" void trapezoid_block(const Interval* interval, std::size_t n, unsigned,
                                double* integral) {
  ends<<<1, 1>>>(interval, n, integral);
  add_points<<<static_cast<unsigned>(n / 32 + 1), 32>>>(interval, n, integral);
}
