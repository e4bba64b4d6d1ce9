// Exercise trapezoid_warp: see README.md for the tasks and trapezoid_warp.hpp for the interface.
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
  // TODO(1): each lane adds what a lane above it holds, at half the distance each time (about 3
  // lines)
  for (unsigned distance = kWarp / 2; distance > 0; distance /= 2) {
    value += __shfl_down_sync(0xffffffffu, value, distance);
  }
  // END TODO(1)
  return value;
}

// The same through shared memory.
__device__ float shared_sum(float value) {
  // TODO(2): a place for each lane, and a tree over the places; the warp waits between writing and
  // reading (about 8 lines)
  __shared__ float places[kWarp];
  places[threadIdx.x] = value;
  __syncwarp();
  for (unsigned distance = kWarp / 2; distance > 0; distance /= 2) {
    if (threadIdx.x < distance) {
      places[threadIdx.x] += places[threadIdx.x + distance];
    }
    __syncwarp();
  }
  value = places[0];
  // END TODO(2)
  return value;
}

// Below, warp_sum is one of the two.
template <float (*warp_sum)(float)>
__global__ void warp_sums_kernel(const float* values, std::size_t n, float* sums) {
  const std::size_t i = std::size_t{blockIdx.x} * kWarp + threadIdx.x;
  const float sum = warp_sum(i < n ? values[i] : 0);
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = sum;
  }
}

// Adds h * f(a + i * h) to *sum for each i from 1 to n - 1, one i a thread, one atomicAdd a warp.
template <float (*warp_sum)(float)>
__global__ void inner_points_kernel(const Interval* interval, std::size_t n, double* sum) {
  // TODO(3): the value at this thread's point, 0 if it has none; the warp's sum; its share of *sum
  // (about 6 lines)
  const std::size_t i = 1 + std::size_t{blockIdx.x} * kWarp + threadIdx.x;
  const float h = width(interval, n);
  const float total = warp_sum(i < n ? f(interval->a + i * h) : 0);
  if (threadIdx.x == 0) {
    atomicAdd(sum, static_cast<double>(h) * total);
  }
  // END TODO(3)
}

template <float (*warp_sum)(float)>
static void warp_sums(const float* values, std::size_t n, float* sums) {
  if (n > 0) {
    const std::size_t blocks = (n + kWarp - 1) / kWarp;
    warp_sums_kernel<warp_sum><<<static_cast<unsigned>(blocks), kWarp>>>(values, n, sums);
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
