// Right, but a single block computes all points.
#include "trapezoid_atomic.hpp"

// The function to integrate, on host and device.
__host__ __device__ float f(float x) {
  return 4 / (1 + x * x);
}

// Adds h * f(a + i * h) to *sum for each i from 1 to n - 1, by one block.
__global__ void inner_points_kernel(float a, float h, std::size_t n, double* sum) {
  for (std::size_t i = 1 + threadIdx.x; i < n; i += blockDim.x) {
    atomicAdd(sum, static_cast<double>(h * f(a + i * h)));
  }
}

extern "C" void add_inner_points(float a, float h, std::size_t n, double* sum) {
  if (n > 1) {
    inner_points_kernel<<<1, 1024>>>(a, h, n, sum);
  }
}

extern "C" void trapezoid_atomic(float a, float b, std::size_t n, double* integral) {
  const float h = (b - a) / n;
  const double ends = h * (f(a) + f(b)) / 2;
  cudaMemcpy(integral, &ends, sizeof ends, cudaMemcpyHostToDevice);
  add_inner_points(a, h, n, integral);
}
