// Right, but a single block computes all points.
// Exercise trapezoid_atomic: see README.md for the tasks and trapezoid_atomic.hpp for the
// interface.
#include "trapezoid_atomic.hpp"

constexpr unsigned kThreads = 256;  // threads in a block

// The function to integrate, on host and device.
__host__ __device__ float f(float x) {
  return 4 / (1 + x * x);
}

// Adds h * f(a + i * h) to *sum for each i from 1 to n - 1, one i a thread.
__global__ void inner_points_kernel(float a, float h, std::size_t n, double* sum) {
  // TODO(1): the i of this thread; if there is such a point, add its share to *sum (about 4 lines)
  for (std::size_t i = 1 + threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(sum, double(h * f(a + i * h)));
  // END TODO(1)
}

extern "C" void add_inner_points(float a, float h, std::size_t n, double* sum) {
  if (n > 1) {
    const std::size_t blocks = (n - 1 + kThreads - 1) / kThreads;
    inner_points_kernel<<<1, 1024>>>(a, h, n, sum);
  }
}

extern "C" void trapezoid_atomic(float a, float b, std::size_t n, double* integral) {
  // TODO(2): the width of a trapezoid; the share of the two ends, computed here and copied to
  // *integral; then the inner points (about 4 lines)
  const float h = (b - a) / n;
  const double ends = h * (f(a) + f(b)) / 2;
  cudaMemcpy(integral, &ends, sizeof ends, cudaMemcpyHostToDevice);
  add_inner_points(a, h, n, integral);
  // END TODO(2)
}
