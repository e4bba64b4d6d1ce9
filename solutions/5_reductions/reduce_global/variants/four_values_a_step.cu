// Four values become one in a launch: half as many launches.
#include "reduce_global.hpp"

__global__ void step_kernel(float* values, std::size_t n, std::size_t stride, unsigned arity) {
  const std::size_t i = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * arity * stride;
  for (unsigned k = 1; k < arity && i + k * stride < n; ++k) {
    values[i] += values[i + k * stride];
  }
}

static void step(float* values, std::size_t n, std::size_t stride, unsigned arity) {
  const std::size_t groups = n / (arity * stride) + 1;
  step_kernel<<<static_cast<unsigned>((groups + 255) / 256), 256>>>(values, n, stride, arity);
}

extern "C" void reduce_step(float* values, std::size_t n, std::size_t stride) {
  step(values, n, stride, 2);
}

extern "C" void reduce_global(float* values, std::size_t n) {
  for (std::size_t stride = 1; stride < n; stride *= 4) {
    step(values, n, stride, 4);
  }
}
