// Exercise trapezoid_atomic: see README.md for the tasks and trapezoid_atomic.hpp for the
// interface.
#include "trapezoid_atomic.hpp"

constexpr unsigned kThreads = 256;  // threads in a block

// The function to integrate.
__device__ float f(float x) {
  return 4 / (1 + x * x);
}

// The width of one of n trapezoids. All threads of a warp read the same two numbers: the memory
// answers with one sector for all of them.
__device__ float width(const Interval* interval, std::size_t n) {
  return (interval->b - interval->a) / n;
}

// Adds h * f(a + i * h) to *sum for each i from 1 to n - 1, one i a thread.
__global__ void inner_points_kernel(const Interval* interval, std::size_t n, double* sum) {
  // TODO(1): the i of this thread; if there is such a point, add its share to *sum (about 5 lines)
  const std::size_t i = 1 + std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) {
    const float h = width(interval, n);
    atomicAdd(sum, static_cast<double>(h * f(interval->a + i * h)));
  }
  // END TODO(1)
}

// Stores the share of both ends in *integral. One thread is enough.
__global__ void ends_kernel(const Interval* interval, std::size_t n, double* integral) {
  // TODO(2): half of what f is at a and at b, times the width (about 2 lines)
  const float ends = (f(interval->a) + f(interval->b)) / 2;
  *integral = width(interval, n) * ends;
  // END TODO(2)
}

extern "C" void add_inner_points(const Interval* interval, std::size_t n, double* sum) {
  if (n > 1) {
    const std::size_t blocks = (n - 1 + kThreads - 1) / kThreads;
    inner_points_kernel<<<static_cast<unsigned>(blocks), kThreads>>>(interval, n, sum);
  }
}

extern "C" void store_ends(const Interval* interval, std::size_t n, double* integral) {
  ends_kernel<<<1, 1>>>(interval, n, integral);
}

extern "C" void trapezoid_atomic(const Interval* interval, std::size_t n, double* integral) {
  // TODO(3): both, in the order that makes *integral right (about 2 lines)
  store_ends(interval, n, integral);
  add_inner_points(interval, n, integral);
  // END TODO(3)
}
