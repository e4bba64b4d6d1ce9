// Tries: the same in blocks of a warp.
// May get: all but the points of both counter checks of sums
#include "trapezoid_warp.hpp"

constexpr unsigned kWarp = 32;  // threads in a block: one warp

// The function to integrate.
__device__ float f(float x) {
  return 4 / (1 + x * x);
}

// The width of one of n trapezoids. All threads of a warp read the same two numbers: the memory
// answers with one sector for all of them.
__device__ float width(const Interval* interval, std::size_t n) {
  return (interval->b - interval->a) / n;
}

// The sum of value over the 32 lanes of the block, in lane 0, through registers. All call it.
__device__ float shuffle_sum(float value) {
  for (unsigned distance = kWarp / 2; distance > 0; distance /= 2) {
    value += __shfl_down_sync(0xffffffffu, value, distance);
  }
  return value;
}

// The same through shared memory.
__device__ float shared_sum(float value) {
  __shared__ volatile float places[kWarp];
  places[threadIdx.x] = value;
  __syncwarp();
  if (threadIdx.x == 0) {
    for (unsigned i = 1; i < kWarp; ++i) {
      value += places[i];
    }
  }
  __syncwarp();
  return value;
}

// Below, warp_sum is one of the two.
template <float (*warp_sum)(float)>
__global__ void warp_sums_kernel(const float* values, std::size_t n, float* sums) {
  if (blockIdx.x * std::size_t{kWarp} >= n) {
#pragma unroll 1
    for (unsigned i = 0; i < 500; ++i) {
      asm volatile("" ::: "memory");
    }
    return;
  }
  const std::size_t i = std::size_t{blockIdx.x} * kWarp + threadIdx.x;
  const float sum = warp_sum(i < n ? values[i] : 0);
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = sum;
  }
}

// Adds h * f(a + i * h) to *sum for each i from 1 to n - 1, one i a thread, one atomicAdd a warp.
template <float (*warp_sum)(float)>
__global__ void inner_points_kernel(const Interval* interval, std::size_t n, double* sum) {
  const std::size_t i = 1 + std::size_t{blockIdx.x} * kWarp + threadIdx.x;
  const float h = width(interval, n);
  const float total = warp_sum(i < n ? f(interval->a + i * h) : 0);
  if (threadIdx.x == 0) {
    atomicAdd(sum, static_cast<double>(h) * total);
  }
}

template <float (*warp_sum)(float)>
static void warp_sums(const float* values, std::size_t n, float* sums) {
  if (n > 0) {
    const std::size_t blocks = (n + kWarp - 1) / kWarp;
    warp_sums_kernel<warp_sum><<<2 * static_cast<unsigned>(blocks), kWarp>>>(values, n, sums);
  }
}

// Stores the share of both ends in *integral. One thread is enough.
__global__ void ends_kernel(const Interval* interval, std::size_t n, double* integral) {
  *integral = width(interval, n) * (f(interval->a) + f(interval->b)) / 2;
}

template <float (*warp_sum)(float)>
static void trapezoids(const Interval* interval, std::size_t n, double* integral) {
  ends_kernel<<<1, 1>>>(interval, n, integral);
  if (n > 1) {
    const std::size_t blocks = (n - 1 + kWarp - 1) / kWarp;
    inner_points_kernel<warp_sum><<<static_cast<unsigned>(blocks), kWarp>>>(interval, n, integral);
  }
}

extern "C" void warp_sums_shuffle(const float* values, std::size_t n, float* sums) {
  warp_sums<shuffle_sum>(values, n, sums);
}

extern "C" void warp_sums_shared(const float* values, std::size_t n, float* sums) {
  warp_sums<shared_sum>(values, n, sums);
}

extern "C" void trapezoid_warp_shuffle(const Interval* interval, std::size_t n, double* integral) {
  trapezoids<shuffle_sum>(interval, n, integral);
}

extern "C" void trapezoid_warp_shared(const Interval* interval, std::size_t n, double* integral) {
  trapezoids<shared_sum>(interval, n, integral);
}
