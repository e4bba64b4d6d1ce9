// Double sums in the threads, in small grids of the caller's blocks; the first thread adds the ends
// to a zero.
#include "trapezoid_block.hpp"

__device__ static double f(double x) {
  return 4 / (1 + x * x);
}

__device__ double block_sum(double value) {
  __shared__ double sums[32];
  for (int bit = 16; bit > 0; bit /= 2) {
    value += __shfl_xor_sync(~0u, value, bit);
  }
  if (threadIdx.x % 32 == 0) {
    sums[threadIdx.x / 32] = value;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned warp = 1; warp < blockDim.x / 32; ++warp) {
      value += sums[warp];
    }
  }
  return value;
}

__global__ void sum_kernel(const float* values, unsigned count, float* sum) {
  const double total = block_sum(threadIdx.x < count ? values[threadIdx.x] : 0);
  if (threadIdx.x == 0) {
    *sum = static_cast<float>(total);
  }
}

__global__ void points_kernel(const Interval* interval, std::size_t n, double* integral) {
  const double a = interval->a, b = interval->b;
  const double h = (b - a) / n;
  double mine = blockIdx.x == 0 && threadIdx.x == 0 ? (f(a) + f(b)) / 2 : 0;
  for (std::size_t i = 1 + std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;
       i += std::size_t{gridDim.x} * blockDim.x) {
    mine += f(a + i * h);
  }
  const double total = block_sum(mine);
  if (threadIdx.x == 0) {
    atomicAdd(integral, h * total);
  }
}

extern "C" void sum_of_block(const float* values, unsigned count, float* sum) {
  sum_kernel<<<1, count == 0 ? 32 : (count + 31) / 32 * 32>>>(values, count, sum);
}

extern "C" void trapezoid_block(const Interval* interval, std::size_t n, unsigned threads,
                                double* integral) {
  cudaMemsetAsync(integral, 0, sizeof *integral);
  points_kernel<<<264, (threads + 31) / 32 * 32>>>(interval, n, integral);
}
